import './generated/fonts.css'
import './app/app.css'
import { mount } from 'svelte'
import App from './app/App.svelte'

mount(App, { target: document.getElementById('app')! })

if ('serviceWorker' in navigator && import.meta.env.PROD) {
  addEventListener('load', () => void navigator.serviceWorker.register('/sw.js'))
}
