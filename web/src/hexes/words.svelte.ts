/** Words of Terra Mystica before those of other titles: a few ids (forest, giants …) mean something else there. */

import { i18n } from '../lib/i18n.svelte'
import { type Args, type Part, Words } from '../lib/words'

const files = import.meta.glob<Record<string, string>>('../../../src/terrarium/words/*/terra-mystica.json', {
  import: 'default',
})

class Own {
  private own = $state.raw<Record<string, string>>({})
  words = $derived(new Words(i18n.lang, { ...i18n.messages, ...this.own }, i18n.players))

  async load(lang: string): Promise<void> {
    const found = await files[`../../../src/terrarium/words/${lang}/terra-mystica.json`]?.()
    if (found && i18n.lang === lang) this.own = found
  }
}

export const own = new Own()
export const t = (key: string, args: Args = {}): string => own.words.say(key, args)
export const parts = (key: string, args: Args = {}): Part[] => own.words.parts(key, args)
export const named = (id: string | null | undefined): string => (id ? own.words.name(id) : '')

/** What a tile or card is called without the word for its kind, which stands above it anyway. */
export function short(id: string): string {
  const full = named(id)
  const cut = full.search(/[:：]/)
  const text = cut < 0 ? full : full.slice(cut + 1).trim()
  return text.charAt(0).toUpperCase() + text.slice(1)
}
