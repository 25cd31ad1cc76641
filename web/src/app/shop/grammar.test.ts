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
