import './generated/fonts.css'
import './app/app.css'
import { mount } from 'svelte'
import App from './app/App.svelte'
import { renewal } from './lib/renewal.svelte'
import { keepTab } from './lib/server'

renewal.watch()
mount(App, { target: document.getElementById('app')! })

if ('serviceWorker' in navigator && import.meta.env.PROD && !location.pathname.startsWith('/embed/')) {
  addEventListener('load', () => void navigator.serviceWorker.register('/sw.js'))
  // Who installs the app wants it also where no network is.
  addEventListener('appinstalled', () => void keepTab())
  if (matchMedia('(display-mode: standalone)').matches) addEventListener('load', () => void keepTab())
}
