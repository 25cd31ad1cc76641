/** A browser notification, where a person asked for them and looks elsewhere. */

import { fileOf } from './address.svelte'
import { prefs } from './prefs.svelte'

export function notify(text: string, game: string): void {
  if (!prefs.notify || document.visibilityState === 'visible' || !('Notification' in window)) return
  if (Notification.permission !== 'granted') return
  const shown = new Notification('Terrarium', { body: text, tag: `terrarium-${game}`, icon: fileOf('icon-192.png') })
  shown.onclick = () => {
    focus()
    shown.close()
  }
}
