import { expect, test } from 'vitest'
import { kept } from './keep'

test('what is equal stays the same object', () => {
  const old = {
    regions: [
      { id: 0, marks: { fort: 1 } },
      { id: 1, marks: {} },
    ],
    round: 3,
  }
  expect(kept(old, structuredClone(old))).toBe(old)
})

test('only what changed is new, and all of it is as it came', () => {
  const old = {
    regions: [
      { id: 0, tokens: 2 },
      { id: 1, tokens: 1 },
    ],
    seats: [{ coins: 4 }],
  }
  const now = {
    regions: [
      { id: 0, tokens: 2 },
      { id: 1, tokens: 3 },
    ],
    seats: [{ coins: 4 }],
  }
  const found = kept(old, now)
  expect(found).toEqual(now)
  expect(found).not.toBe(old)
  expect(found.regions[0]).toBe(old.regions[0])
  expect(found.regions[1]).not.toBe(old.regions[1])
  expect(found.seats).toBe(old.seats)
})

test('what was added or taken away is seen', () => {
  expect(kept([1, 2], [1])).toEqual([1])
  expect(kept([1], [1, 2])).toEqual([1, 2])
  expect(kept({ a: 1, b: 2 }, { a: 1 })).toEqual({ a: 1 })
  expect(kept({ a: 1, b: undefined }, { a: 1, c: undefined } as object)).toEqual({ a: 1, c: undefined })
  expect(Object.keys(kept({ a: 1, b: undefined }, { a: 1, c: undefined } as object))).toEqual(['a', 'c'])
  expect(kept(null, { a: 1 })).toEqual({ a: 1 })
  expect(kept({ a: [] }, { a: {} } as object)).toEqual({ a: {} })
})
