/** Messages of the server to this browser, also while no page is open. */

import { post } from './api'

/** Can this browser take them? Only over TLS or on this machine. */
export const pushHere = (): boolean => 'serviceWorker' in navigator && 'PushManager' in window

const bytes = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))

/** Subscribe this browser; false where a person or the browser does not allow it. */
export async function subscribe(key: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false
  const worker = await navigator.serviceWorker.ready
  try {
    const made = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(key) })
    const { endpoint, keys } = made.toJSON()
    await post('/channels', { kind: 'push', endpoint, keys })
    return true
  } catch (error) {
    if (error instanceof DOMException) return false
    throw error
  }
}
