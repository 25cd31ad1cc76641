import { expect, test } from 'vitest'
import schema from '../../../../src/terrarium/workshop/unit.schema.json'
import words from '../../../../src/terrarium/words/en/workshop.json'
import { cut, Grammar, type Schema } from './grammar'

const grammar = new Grammar(schema as unknown as Schema, 'farmland')

test('what is chosen is what stands there', () => {
  for (const def of ['mask', 'number', 'condition', 'effect', 'sentence']) {
    for (const entry of grammar.entries(def)) {
      expect(grammar.entryOf(def, grammar.chosen(def, entry, undefined))?.key).toBe(entry.key)
    }
  }
})

const speech = {
  spoken: { region: ['here', 'in', 'tokens_here'], attacker: ['attacker_active'] },
  known: { price: ['region'], toll: ['region', 'attacker'], conquered: ['region'] },
}
const speaking = new Grammar(schema as unknown as Schema, 'farmland', '', speech)
const named = (def: string, value: unknown) => speaking.entries(def).find((one) => one.value === value)!

test('a menu offers what its place speaks of', () => {
  expect(speaking.known({ toll: 1 })).toEqual(['region', 'attacker'])
  expect(speaking.known({ when: 'conquered', do: { gain: 1 } })).toEqual(['region'])
  expect(speaking.known({ turn_income: 1 })).toEqual([])
  expect(speaking.fits(named('condition', 'attacker_active'), ['region', 'attacker'])).toBe(true)
  expect(speaking.fits(named('condition', 'attacker_active'), ['region'])).toBe(false)
  expect(speaking.fits(named('number', 'tokens_here'), [])).toBe(false)
  expect(speaking.fits(named('number', 'round'), [])).toBe(true)
})

test('what a question asks for is known in its answer alone', () => {
  expect(speaking.within({ toll: 1 }, 'where', ['region'])).toEqual([])
  expect(speaking.within({ ask: 'region' }, 'then', [])).toEqual(['region'])
  expect(speaking.within({ ask: 'region' }, 'else', [])).toEqual([])
  expect(speaking.within({ ask: 'yes_no' }, 'then', ['region', 'attacker'])).toEqual(['region'])
  expect(speaking.within({ ask: 'opponent' }, 'then', ['region'])).toEqual([])
})

test('a menu offers the numbers that the rules keep', () => {
  const toll = speaking.entryOf('sentence', { toll: 1 })!.table!.properties!['toll']!
  const offered = speaking.entries('number').filter((one) => one.kind === 'number' && speaking.fits(one, [], toll))
  expect(offered.map(({ value }) => value)).toEqual([0, 1, 2, 3, 4, 5])
})

test('a set is wrapped, not lost', () => {
  const adjacent = grammar.entries('mask').find(({ value }) => value === 'adjacent')!
  expect(grammar.chosen('mask', adjacent, 'mine')).toEqual({ adjacent: 'mine' })
  const both = grammar.entries('mask').find(({ value }) => value === 'and')!
  expect(grammar.chosen('mask', both, 'mine')).toEqual({ and: ['mine', 'farmland'] })
})

test('every table of the vocabulary has a sentence to stand in', () => {
  for (const def of ['mask', 'number', 'condition', 'effect', 'sentence']) {
    for (const entry of grammar.entries(def).filter(({ kind }) => kind === 'table')) {
      expect(Object.keys(words)).toContain(`workshop.block.${def}.${entry.value}`)
    }
  }
})

test('a template is cut at its slots', () => {
  expect(cut('To \u0001where\u0001: \u0001price\u0001.').map(({ text }) => text)).toEqual([
    'To ',
    'where',
    ': ',
    'price',
    '.',
  ])
})
