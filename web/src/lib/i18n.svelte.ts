/** The words of the chosen language. Catalogues are part of the bundle, one chunk a language, so a page needs no
 * server to speak; changing the language changes every sentence at once. */

import { untrack } from 'svelte'
import { prefs, type Language } from './prefs.svelte'
import { Words, type Args, type Part } from './words'

const files = import.meta.glob<Record<string, string>>('../../../src/terrarium/words/*/*.json', { import: 'default' })
const fonts: Record<Language, () => Promise<unknown>> = {
  en: () => Promise.resolve(),
  'zh-Hant': () => import('../generated/fonts-zh-Hant.css'),
  'zh-Hans': () => import('../generated/fonts-zh-Hans.css'),
}
/** The terminal's sentences stay in the terminal; `choice.*` is said there and here. */
const ORDER = ['common', 'server', 'terminal', 'smallworld']

class Speech {
  messages = $state.raw<Record<string, string>>({})
  lang = $state<Language>('en')
  ready = $state(false)
  players = $state.raw<string[]>([])
  words = $derived(new Words(this.lang, this.messages, this.players))

  /** Who sits at the table that is shown; told again only when it has changed, since names are words too. */
  seat(names: string[]): void {
    if (names.join('\n') !== untrack(() => this.players).join('\n')) this.players = names
  }

  async load(lang: Language): Promise<void> {
    void fonts[lang]()
    const wanted = Object.keys(files).filter((path) => path.includes(`/words/${lang}/`))
    const found = await Promise.all(wanted.map(async (path) => [path, await files[path]!()] as const))
    const rank = (path: string): number => {
      const place = ORDER.indexOf(path.split('/').at(-1)!.replace('.json', ''))
      return place < 0 ? ORDER.length : place
    }
    found.sort(([a], [b]) => rank(a) - rank(b) || a.localeCompare(b))
    if (prefs.lang !== lang) return
    this.messages = Object.assign({}, ...found.map(([, words]) => words)) as Record<string, string>
    this.lang = lang
    this.ready = true
    document.documentElement.lang = lang
  }
}

export const speech = new Speech()

export function t(key: string, args: Args = {}): string {
  return speech.words.say(key, args)
}

export function parts(key: string, args: Args = {}): Part[] {
  return speech.words.parts(key, args)
}

export function named(id: string | null | undefined): string {
  return id ? speech.words.name(id) : ''
}

export function terrainName(id: string): string {
  return speech.messages[`terrain.${id}`] ?? named(id)
}

/** With a capital where the language has capitals. */
export function cap(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
