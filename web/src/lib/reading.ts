/** Files that people choose or drop. They are read whole and shown, so what cannot be a game, a unit or a map is left
 * alone: a file of many megabytes would only keep the page from answering. */

import { t } from './i18n.svelte'
import { MOST } from './parcel'

/** What somebody chose is none of ours; the text says why. */
export class Unreadable extends Error {}

/** Is it short enough to be one of ours? */
export function check(size: number): void {
  if (size > MOST) throw new Unreadable(t('bring.too_long', { most: MOST / 1024 }))
}

export async function read(file: File): Promise<string> {
  check(file.size)
  try {
    return await file.text()
  } catch {
    throw new Unreadable(t('bring.unread', { name: file.name }))
  }
}
