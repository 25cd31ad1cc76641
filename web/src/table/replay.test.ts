import { describe, expect, it } from 'vitest'
import type { Row } from '../lib/types'
import { dueAfter, framesOf, paceOf, placeOf, SHORT_MS, stepFrom, stopsOf } from './replay'

const row = (seq: number, told = 1, more: Partial<Row> = {}): Row => ({
  seq,
  who: 0,
  kind: 'move',
  at: 0,
  ...more,
  events: Array.from({ length: told }, () => ({ code: 'conquered', seat: 0, cause: '', rule: '', args: {} })),
})

describe('the scrub bar of a replay', () => {
  const stops = stopsOf([row(1), row(2, 0), row(3), row(4), row(5, 0, { kind: 'undo', to: 3 }), row(6)])
  it('stops where something happened that still holds', () => {
    expect(stops).toEqual([1, 3, 6])
  })
  it('finds the stop of any row', () => {
    expect([0, 1, 2, 3, 5, 6, 99].map((seq) => placeOf(stops, seq))).toEqual([0, 0, 0, 1, 1, 2, 2])
  })
  it('steps and stays inside', () => {
    expect(stepFrom(stops, 3, 1)).toBe(6)
    expect(stepFrom(stops, 4, -1)).toBe(1)
    expect([stepFrom(stops, 1, -1), stepFrom(stops, 6, 1)]).toEqual([1, 6])
    expect(stepFrom([], 1, 1)).toBeUndefined()
  })
  it('tells a long game by a few moments, the first and the last among them', () => {
    const long = Array.from({ length: 401 }, (_, n) => n * 2)
    const frames = framesOf(long, 5)
    expect(frames).toEqual([0, 200, 400, 600, 800])
    expect(framesOf(stops, 5)).toEqual(stops)
  })
  it('is through with it in twenty seconds, however slow one of them was', () => {
    expect([0, SHORT_MS / 2, SHORT_MS - 1, SHORT_MS * 3].map((passed) => dueAfter(80, passed))).toEqual([0, 40, 79, 79])
  })
  it('runs twice as fast at twice the speed', () => {
    expect(paceOf(2) * 2).toBe(paceOf(1))
  })
})
