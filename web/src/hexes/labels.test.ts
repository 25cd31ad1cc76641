import { beforeEach, describe, expect, it, vi } from 'vitest'
import { catalogue, rulebook } from '../lib/testing'
import { type Args, Words } from '../lib/words'
import { aboutTile, notesOf, ruleOf } from './labels'
import type { MysticChoice, MysticView } from './types'

/** The words of the page, without the page: its catalogues as the bundle has them. */
const spoken = vi.hoisted(() => ({ words: null as unknown as Words }))
vi.mock('../lib/i18n.svelte', () => ({
  cap: (text: string) => text,
  t: (key: string, args: Args = {}) => spoken.words.say(key, args),
  named: (id: string) => spoken.words.name(id),
}))

const read = catalogue

/** Cult, steps and the numbers of the effect, written down again from the rulebook's table of favor tiles. */
const FAVORS: Record<string, [string, number, number[]]> = {
  fav1: ['fire', 3, []],
  fav2: ['water', 3, []],
  fav3: ['earth', 3, []],
  fav4: ['air', 3, []],
  fav5: ['fire', 2, [6]],
  fav6: ['water', 2, [1]],
  fav7: ['earth', 2, [1, 1]],
  fav8: ['air', 2, [4]],
  fav9: ['fire', 1, [3]],
  fav10: ['water', 1, [3]],
  fav11: ['earth', 1, [2]],
  fav12: ['air', 1, [1, 2, 3, 4, 2, 3, 3, 4]],
}
const PASSING: Record<string, number> = { bon6: 4, bon7: 2, bon9: 1, bon10: 3 }
const CULTS: Record<string, string[]> = {
  en: ['fire', 'water', 'earth', 'air'],
  'zh-Hant': ['火', '水', '土', '風'],
  'zh-Hans': ['火', '水', '土', '风'],
}
const numbers = (text: string): number[] => [...text.matchAll(/\d+/g)].map((found) => Number(found[0]))
const choice = (verb: string, facts: MysticChoice['facts']): MysticChoice => ({ text: verb, verb, facts })
const view = {
  favors: Object.keys(FAVORS).map((tile) => ({ tile, left: 3 })),
  towns: [{ tile: 'tw1', left: 2 }],
  cards: [
    { card: 'bon7', seat: -1, coins: 2, income: {} },
    { card: 'bon9', seat: -1, coins: 0, income: {} },
  ],
} as unknown as MysticView

describe.each(Object.keys(CULTS))('tiles and cards in %s', (lang) => {
  beforeEach(() => {
    spoken.words = new Words(
      lang,
      { ...read(lang, 'table'), ...read(lang, 'hexes-table'), ...read(lang, 'terra-mystica') },
      [],
    )
  })
  it.each(Object.keys(FAVORS))('%s says its cult, its steps and what it does', (tile) => {
    const [cult, steps, effect] = FAVORS[tile]!
    const [about, left] = notesOf(choice('favor', { tile }), view)
    expect(about).toBe(aboutTile(tile))
    const cults = CULTS[lang]!
    const own = cults[CULTS['en']!.indexOf(cult)]!
    expect(cults.filter((name) => about!.includes(name))).toEqual([own])
    const told = numbers(about!)
    expect(told[0]).toBe(steps)
    for (const n of effect) expect(told.slice(1)).toContain(n)
    expect(effect.length > 0).toBe(told.length > 1)
    expect(left).toContain('3')
  })
  it('a card says its points for passing and the coins that lie on it', () => {
    for (const [card, points] of Object.entries(PASSING)) expect(numbers(aboutTile(card)).at(-1)).toBe(points)
    expect(notesOf(choice('pass', { card: 'bon7' }), view)).toHaveLength(2)
    expect(notesOf(choice('card', { card: 'bon9' }), view)).toEqual([aboutTile('bon9')])
    expect(notesOf(choice('pass', {}), view)).toEqual([])
  })
})

it('tiles and cards lead to their own statement', () => {
  const book = rulebook('terra-mystica')
  for (const tile of [...Object.keys(FAVORS), 'bon1', 'bon10', 'tw5', 'score9'])
    expect(book).toContain(`[${ruleOf(tile)}]`)
  expect(ruleOf('acta')).toBe('')
})
