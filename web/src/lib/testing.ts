/** For tests alone: the catalogues as they lie in `src/terrarium/words`. */

import { existsSync, readFileSync } from 'node:fs'
import { catalogueOf } from '../../scripts/messages'
import type { Catalogue } from './words'

const root = new URL('../../../src/terrarium/', import.meta.url)

/** The messages of one file as they are bundled; none where a language has no such file. */
export const catalogue = (lang: string, name: string): Catalogue => catalogueOf(written(lang, name), lang)

/** The same as they are written. */
export function written(lang: string, name: string): Record<string, string> {
  const file = new URL(`words/${lang}/${name}.json`, root)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>) : {}
}

export const rulebook = (title: string): string => readFileSync(new URL(`rules/${title}.toml`, root), 'utf8')
