/** What the words of the vocabulary are called in menus. */

import { i18n, named, t, terrainName } from '../../lib/i18n.svelte'
import { cut, type Entry, OPEN } from './grammar'

const has = (key: string): boolean => i18n.words.has(key)

/** Regions by a word, as a noun. */
function regions(word: string, piece: string): string {
  if (word === 'here') return t('workshop.regions_there')
  if (has(`workshop.which.${word}`)) {
    return t('workshop.regions', { kinds: 'none', quals: t(`workshop.which.${word}`, { piece }), many: 'yes' })
  }
  if (has(`workshop.kind.${word}`)) {
    return t('workshop.regions', { kinds: t(`workshop.kind.${word}`), quals: 'none', many: 'yes' })
  }
  const terrain = terrainName(word)
  if (terrain !== word || has(`terrain.${word}`)) {
    return t('workshop.regions', { kinds: terrain, quals: 'none', many: 'yes' })
  }
  return t('workshop.regions_every', { many: 'yes' })
}

const OF_DEF: Record<string, string> = { number: 'workshop.number', condition: 'workshop.if' }

/** A template with its slots left open. */
export function template(def: string, key: string): { text: string; slot: boolean }[] {
  return cut(t(`workshop.block.${def}.${key}`, OPEN))
}

export function entryName(def: string, entry: Entry, piece: string): string {
  if (entry.kind === 'number') return String(entry.value).replace('-', '−')
  const word = String(entry.value)
  if (entry.kind === 'word') return def === 'mask' ? regions(word, piece) : t(`${OF_DEF[def]}.${word}`)
  const between = has(`workshop.block.sep.${word}`) ? ` ${t(`workshop.block.sep.${word}`)} ` : ''
  return template(def, word)
    .map(({ text, slot }) => (!slot ? text : text === 'items' ? `…${between}…` : '…'))
    .join('')
    .replace(/[.。]$/, '')
}

/** A word of a short list: a time, a trait, a faction, a way. */
export function wordName(key: string, word: string): string {
  if (key === 'when' || key === 'trait') return t(`workshop.${key}.${word}`)
  for (const found of [`workshop.block.word.${key}.${word}`, `workshop.block.word.${word}`])
    if (has(found)) return t(found)
  return named(word)
}

/** What may be said beside a sentence, in pieces around its slot. */
export function beside(key: string, flag: boolean): { text: string; slot: boolean }[] {
  return cut(t(`workshop.block.with.${flag && key === 'once' ? 'only_once' : key}`, OPEN))
}

/** The same on the button that adds it. */
export function besideName(key: string, flag: boolean): string {
  return beside(key, flag)
    .map(({ text, slot }) => (slot ? '…' : text))
    .join('')
}
