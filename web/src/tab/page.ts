/** What is seen: the client as it is, in this house, kept for a day without a network. */

import '../generated/fonts.css'
import '../app/app.css'
import { mount } from 'svelte'
import App from '../app/App.svelte'
import { address } from '../lib/address.svelte'
import type { House } from '../lib/house'
import { playAt } from '../lib/playing'
import { renewal } from '../lib/renewal.svelte'

const SETTLED_MS = 4000

export function open(house: House): void {
  renewal.watch()
  playAt(house)
  address.behindHash()
  mount(App, { target: document.getElementById('app')! })
  if ('serviceWorker' in navigator && import.meta.env.PROD) keepFor(house)
}

function keepFor(house: House): void {
  navigator.serviceWorker.addEventListener('controllerchange', keepType, { once: true })
  // What is needed for the first move comes first; then the rest is fetched for a day without a network.
  const register = (): void => void navigator.serviceWorker.register('./sw.js')
  house.ask('GET', '/me', null, '').then(
    () => setTimeout(register, SETTLED_MS),
    () => undefined,
  )
}

/** Type that was shown before the service worker watched is asked for once more, so that it is kept too. */
function keepType(): void {
  for (const { name } of performance.getEntriesByType('resource')) if (name.endsWith('.woff2')) void fetch(name)
}
