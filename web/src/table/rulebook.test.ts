import { expect, it } from 'vitest'
import { joined } from './rulebook'

it('puts chapters of a title mixed in where they stand in their own book', () => {
  const own = ['setup', 'races', 'powers', 'mixing', 'components']
  expect(joined([], own)).toEqual(own)
  expect(joined(own, own)).toEqual(own)
  expect(joined(own, ['setup', 'races', 'powers', 'things', 'relics', 'components'])).toEqual([
    'setup',
    'races',
    'powers',
    'things',
    'relics',
    'mixing',
    'components',
  ])
})
