import { describe, expect, it } from 'vitest'
import { rangeOf } from './share'

describe('how sure one can be of a share', () => {
  it('knows the textbook values', () => {
    const { low, high } = rangeOf(5, 10)
    expect(low).toBeCloseTo(0.2366, 3)
    expect(high).toBeCloseTo(0.7634, 3)
  })

  it('never says that all or nothing is sure', () => {
    expect(rangeOf(1, 1).low).toBeLessThan(0.25)
    expect(rangeOf(1, 1).high).toBe(1)
    expect(rangeOf(0, 20).low).toBe(0)
    expect(rangeOf(0, 20).high).toBeGreaterThan(0.1)
    expect(rangeOf(0, 0)).toEqual({ low: 0, high: 1 })
  })

  it('becomes narrow with many games', () => {
    const width = (games: number): number => rangeOf(games / 2, games).high - rangeOf(games / 2, games).low
    expect(width(1000)).toBeLessThan(width(100) / 3)
  })
})
