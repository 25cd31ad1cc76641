import { expect, test } from 'vitest'
import type { Event, Row } from '../lib/types'
import { entriesOf } from './log'

const event = (code: string, seat: number, args: Record<string, unknown> = {}): Event => ({
  code,
  seat,
  cause: '',
  rule: 'a.rule',
  args,
})
const row = (seq: number, who: number, events: Event[], reason = false): Row => ({
  seq,
  who,
  kind: 'move',
  at: 0,
  reason,
  events,
})

test('the first thing a bot did carries the reason, and nothing that others got by it', () => {
  const rows = [
    row(
      7,
      1,
      [event('leech_offer', 0), event('build', 1, { hex: 'C3' }), event('gain', 1, { what: 'vp', n: 2 })],
      true,
    ),
  ]
  const entries = entriesOf(rows)
  expect(entries.map((entry) => [entry.seat, entry.reason])).toEqual([
    [0, 0],
    [1, 7],
  ])
})

test('what says nothing carries nothing: the reason goes to the first line that is told', () => {
  const entries = entriesOf([
    row(9, 1, [event('card_out', 1), event('round', -1, { round: 2 }), event('pass', 1)], true),
  ])
  expect(entries.filter((entry) => entry.reason).map((entry) => entry.sentences[0]?.word)).toEqual(['event.pass'])
})

test('people give no reasons', () => {
  expect(entriesOf([row(3, 0, [event('build', 0, { hex: 'C3' })])])[0]?.reason).toBe(0)
})
