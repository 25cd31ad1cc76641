import { expect, test } from 'vitest'
import { dwell, told } from './pace'

/** How long so many moves take from the first to the last, when no more come. */
const whole = (moves: number, mine: boolean): number =>
  Array.from({ length: moves - 1 }, (_, waiting) => dwell(waiting + 1, mine)).reduce((sum, ms) => sum + ms, 0)

test('few moves are told calmly, many more quickly, and none too quickly to follow', () => {
  expect(dwell(1, false)).toBe(900)
  expect(dwell(12, false)).toBeLessThan(dwell(8, false))
  expect(dwell(1000, false)).toBeGreaterThanOrEqual(300)
})

test('when I am asked, what waits is told in three seconds', () => {
  const many = told([...Array(100).keys()], true)
  expect(many.at(-1)).toBe(99)
  expect(whole(many.length, true)).toBeLessThanOrEqual(3000)
})

test('however many moves come, the map is never far behind', () => {
  const many = told([...Array(1000).keys()], false)
  expect(many.at(-1)).toBe(999)
  expect(whole(many.length, false)).toBeLessThanOrEqual(12_000)
})

test('the last move stays lit as long as one that came alone', () => {
  expect(dwell(0, true)).toBe(dwell(0, false))
})
