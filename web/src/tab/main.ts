/** The page of a folder of files: the same client, whose games a worker plays. */

import '../generated/fonts.css'
import '../app/app.css'
import { mount } from 'svelte'
import App from '../app/App.svelte'
import { address } from '../lib/address.svelte'
import { playAt } from '../lib/playing'
import { TabHouse } from './house'

const python = document.querySelector<HTMLMetaElement>('meta[name=python]')!.content
const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
const house = new TabHouse(worker, new URL(`${python}/`, document.baseURI).href, location.search)
playAt(house)
address.behindHash()
mount(App, { target: document.getElementById('app')! })

const SETTLED_MS = 4000

/** Type that was shown before the service worker watched is asked for once more, so that it is kept too. */
function keepType(): void {
  for (const { name } of performance.getEntriesByType('resource')) if (name.endsWith('.woff2')) void fetch(name)
}

if ('serviceWorker' in navigator && import.meta.env.PROD) {
  navigator.serviceWorker.addEventListener('controllerchange', keepType, { once: true })
  // What is needed for the first move comes first; then the rest is fetched for a day without a network.
  const register = (): void => void navigator.serviceWorker.register('./sw.js')
  house.ask('GET', '/me', null).then(
    () => setTimeout(register, SETTLED_MS),
    () => undefined,
  )
}
