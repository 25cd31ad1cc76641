/** The words of the chosen language. Catalogues are part of the bundle, one chunk a language, so a page needs no
 * server to speak; changing the language changes every sentence at once. */

import { untrack } from 'svelte'
import { languageOf, LANGUAGES } from './languages'
import { prefs } from './prefs.svelte'
import { sources } from './titles'
import { type Args, type Catalogue, type Part, Words } from './words'

const files = import.meta.glob<Catalogue>('../../../src/terrarium/words/*/*.json', { import: 'default' })
const fonts = import.meta.glob('../generated/fonts-*.css')
/** Faces of the first screen that every page has. */
const FACES = ['400 1em "Alegreya Sans"', '700 1em "Alegreya Sans"', '700 1em Almendra', '400 1em Alegreya']
/** Longest wait for type before the first words are shown: better plain letters than none. */
const PATIENCE_MS = 700
const WHOLE_MS = 1500

/** The sheet with a language's own type, where it has one. */
const sheet = (lang: string): Promise<unknown> => fonts[`../generated/fonts-${lang}.css`]?.() ?? Promise.resolve()

/** Where every other character of a language is found, for what people write; told when the page is at rest. */
function whole(lang: string): void {
  const load = fonts[`../generated/fonts-${lang}-whole.css`]
  if (load) setTimeout(() => void load().catch(() => undefined), WHOLE_MS)
}

async function typeset(lang: string): Promise<void> {
  const { faces, sample } = languageOf(lang)
  const wanted = [...FACES.map((face) => [face, 'a'] as const), ...faces.map((face) => [face, sample] as const)]
  const set = sheet(lang).then(() => Promise.all(wanted.map(([face, letter]) => document.fonts.load(face, letter))))
  await Promise.race([set.catch(() => undefined), new Promise((done) => setTimeout(done, PATIENCE_MS))])
}

class I18n {
  messages = $state.raw<Catalogue>({})
  lang = $state(LANGUAGES[0]!.tag)
  ready = $state(false)
  /** The title whose words are wanted, and the one whose words are here: titles use the same names for other things. */
  wanted = $state('')
  title = $state('')
  players = $state.raw<string[]>([])
  /** What units of somebody's own at the table that is shown are called, and what they do. */
  guests = $state.raw<Catalogue>({})
  words = $derived(new Words(this.lang, { ...this.messages, ...this.guests }, this.players))

  /** Who sits at the table that is shown; told again only when it has changed, since names are words too. */
  seat(names: string[]): void {
    if (names.join('\n') !== untrack(() => this.players).join('\n')) this.players = names
  }

  async load(lang: string, title: string): Promise<void> {
    // The first words come in their own type, so that no line breaks anew when it arrives.
    const type = this.ready ? (void sheet(lang), undefined) : typeset(lang)
    const found = await Promise.all(
      sources(title).map((name) => files[`../../../src/terrarium/words/${lang}/${name}.json`]?.()),
    )
    await type
    if (prefs.lang !== lang || this.wanted !== title) return
    this.messages = Object.assign({}, ...found) as Catalogue
    this.lang = lang
    this.title = title
    this.ready = true
    whole(lang)
    document.documentElement.lang = lang
  }
}

export const i18n = new I18n()

export function t(key: string, args: Args = {}): string {
  return i18n.words.say(key, args)
}

export function parts(key: string, args: Args = {}): Part[] {
  return i18n.words.parts(key, args)
}

export function named(id: string | null | undefined): string {
  return id ? i18n.words.name(id) : ''
}

export function terrainName(id: string): string {
  return i18n.words.terrain(id)
}

/** With a capital where the language has capitals. */
export function cap(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
