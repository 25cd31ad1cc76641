import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vite'
import { messages } from './scripts/messages'

// The client as a folder of files that any file server can give out; `tools/tab.py` adds Python and the rules.
export default defineConfig({
  plugins: [svelte(), messages()],
  base: './',
  build: {
    outDir: '../dist/tab',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    cssCodeSplit: true,
    modulePreload: { polyfill: false },
    rollupOptions: { input: ['tab.html', 'notebook.html'] },
  },
  worker: { format: 'es' },
})
