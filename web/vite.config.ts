/// <reference types="vitest/config" />
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vite'
import { messages } from './scripts/messages'

// The server answers the API; `npm run dev` passes it on to a server started on port 8000.
export default defineConfig({
  plugins: [svelte(), messages()],
  build: {
    outDir: '../src/terrarium/web_dist',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    cssCodeSplit: true,
    modulePreload: { polyfill: false },
  },
  // Tests take Svelte as a page does, where what is derived follows what it is derived from.
  ...(process.env['VITEST'] ? { resolve: { conditions: ['browser'] } } : {}),
  server: { proxy: { '/api': { target: 'http://127.0.0.1:8000', ws: true } }, fs: { allow: ['..'] } },
  test: { include: ['src/**/*.test.ts'], environment: 'node' },
})
