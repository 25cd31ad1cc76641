/** The languages, `src/terrarium/titles/languages.toml`, with the faces that each is set in. */

import records from '../generated/languages.json'

export interface LanguageRecord {
  tag: string
  name: string
  /** Its name where room is scarce. */
  short: string
  /** Are words set apart by blanks? */
  spaced: boolean
  /** Beginnings of a browser's wish that mean this language. */
  spoken: string[]
  /** Faces of the first screen beside those that every page has, and a letter of theirs. */
  faces: string[]
  sample: string
}

export const LANGUAGES = records as readonly LanguageRecord[]
const FIRST = LANGUAGES[0]!

export const languageOf = (tag: string): LanguageRecord => LANGUAGES.find((record) => record.tag === tag) ?? FIRST

/** The language that a browser's wishes mean: of the first wish that anything fits, the longest fitting beginning. */
export function wished(tags: readonly string[]): string {
  for (const tag of tags) {
    const fits = LANGUAGES.flatMap((record) => record.spoken.map((start) => ({ tag: record.tag, start })))
      .filter(({ start }) => tag.toLowerCase().startsWith(start.toLowerCase()))
      .sort((a, b) => b.start.length - a.start.length)
    if (fits[0]) return fits[0].tag
  }
  return FIRST.tag
}
