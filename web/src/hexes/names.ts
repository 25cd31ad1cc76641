/** Names where room is scarce. */

import { cap, named } from '../lib/i18n.svelte'

/** What a tile or card is called without the word for its kind, which stands above it anyway. */
export function short(id: string): string {
  const full = named(id)
  const cut = full.search(/[:：]/)
  return cap(cut < 0 ? full : full.slice(cut + 1).trim())
}
