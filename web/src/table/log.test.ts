import { describe, expect, it } from 'vitest'
import type { Event, Row } from '../lib/types'
import { byCause, changedSince, lastOwn, linesOf, standing } from './log'

const event = (code: string, seat: number, args: Record<string, unknown> = {}, cause = ''): Event => ({
  code,
  seat,
  cause,
  rule: 'a.rule',
  args,
})
const row = (seq: number, who: number, events: Event[], more: Partial<Row> = {}): Row => ({
  seq,
  who,
  kind: 'move',
  at: 0,
  events,
  ...more,
})

describe('the chronicle', () => {
  it('forgets what was taken back and says that it was', () => {
    const rows = [
      row(1, 0, [event('conquered', 0, { region: 3 })]),
      row(2, 0, [event('conquered', 0, { region: 4 })]),
      row(3, 0, [], { kind: 'undo', to: 1 }),
    ]
    expect(standing(rows).map((kept) => kept.seq)).toEqual([1, 3])
    expect(linesOf(rows).map((line) => line.code)).toEqual(['conquered', 'undo'])
  })
  it('tells the coins of a turn in one line that adds up', () => {
    const [line] = linesOf([
      row(5, 1, [event('coins', 1, { n: 4 }, 'regions'), event('coins', 1, { n: 2 }, 'alchemist')]),
    ])
    expect(line).toMatchObject({
      word: 'table.log.scored',
      args: {
        seat: 1,
        n: 6,
        lines: [
          ['regions', 4],
          ['alchemist', 2],
        ],
      },
    })
  })
  it('tells a redeployment in one line', () => {
    const lines = linesOf([
      row(5, 0, [event('deployed', 0, { tribe: 'orcs', region: 1, n: 2 })]),
      row(6, 0, [event('deployed', 0, { tribe: 'orcs', region: 2, n: 3 })]),
    ])
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatchObject({ seq: 6, args: { n: 5 }, regions: [1, 2] })
  })
  it('knows what others changed since my last decision', () => {
    const rows = [
      row(1, 0, [event('conquered', 0, { region: 3 })]),
      row(2, 1, [event('conquered', 1, { region: 7 })]),
      row(3, -1, [event('rolled', 1, { n: 2 })], { kind: 'chance' }),
    ]
    expect(lastOwn(rows, 0)).toBe(1)
    expect([...changedSince(rows, 1, 0)]).toEqual([7])
  })
  it('sums up coins of one cause', () => {
    expect(
      byCause([
        ['regions', 3],
        ['orcs', 1],
        ['regions', 2],
      ]),
    ).toEqual([
      ['regions', 5],
      ['orcs', 1],
    ])
  })
  it('offers a reason once for each decision of a bot, with what its own seat did', () => {
    const lines = linesOf([
      row(
        4,
        1,
        [
          event('lost', 0, { tribe: 'elves' }),
          event('conquered', 1, { region: 2 }),
          event('coins', 1, { n: 1 }, 'orcs'),
        ],
        { reason: true },
      ),
      row(5, 1, [event('conquered', 1, { region: 3 })]),
    ])
    expect(lines.map((line) => [line.code, line.reason])).toEqual([
      ['lost', 0],
      ['conquered', 4],
      ['coins', 0],
      ['conquered', 0],
    ])
  })
})
