/** The chronicle of Terra Mystica: each decision with its sentences, and every gain and loss with its cause. */

import type { Event, Row } from '../lib/types'
import { standing } from '../table/log'

export interface Change {
  what: string
  n: number
  cause: string
}
export interface Entry {
  key: string
  seq: number
  seat: number
  sentences: { word: string; args: Record<string, unknown> }[]
  changes: Change[]
  rule: string
  round?: number
  /** The row of a bot that can say why; 0 where there is none. */
  reason: number
  /** Played from the plan I had left. */
  planned?: boolean
}

const CHANGES: Record<string, 1 | -1> = { gain: 1, pay: -1, power_gain: 1, power_spend: -1, burn: -1 }
/** Told by their changes alone. */
const SILENT = new Set(['income', 'cult_income', 'goods_scored', 'card_out'])

function changeOf(event: Event): Change {
  const what = event.code === 'burn' ? 'burn' : String(event.args['what'] ?? 'power')
  return { what, n: (CHANGES[event.code] ?? 1) * Number(event.args['n']), cause: event.cause }
}

export function entriesOf(rows: readonly Row[]): Entry[] {
  const entries: Entry[] = []
  for (const row of standing(rows)) {
    if (row.kind === 'undo') {
      entries.push({
        key: `${row.seq}`,
        seq: row.seq,
        seat: row.who,
        sentences: [{ word: 'table.log.undo', args: { seat: row.who } }],
        changes: [],
        rule: '',
        reason: 0,
      })
      continue
    }
    let now: Entry | null = null
    const before = entries.length
    row.events.forEach((event, index) => {
      if (event.code === 'round') {
        entries.push({
          key: `${row.seq}.r`,
          seq: row.seq,
          seat: -1,
          sentences: [],
          changes: [],
          rule: event.rule,
          round: Number(event.args['round']),
          reason: 0,
        })
        now = null
        return
      }
      const seat = event.seat
      if (!now || now.seat !== seat) {
        now = {
          key: `${row.seq}.${index}`,
          seq: row.seq,
          seat,
          sentences: [],
          changes: [],
          rule: event.rule,
          reason: 0,
        }
        entries.push(now)
      }
      if (event.code in CHANGES) merge(now.changes, changeOf(event))
      else if (!SILENT.has(event.code)) {
        now.sentences.push({ word: `event.${event.code}`, args: { ...event.args, seat, cause: event.cause || 'none' } })
        now.rule = event.rule || now.rule
      } else if (!now.sentences.length && event.code !== 'card_out')
        now.sentences.push({ word: `event.${event.code}`, args: { ...event.args, seat } })
    })
    // Of what one decision brought, the first thing its own seat did carries the reason.
    const told = row.reason ? entries.slice(before).find((entry) => entry.seat === row.who && says(entry)) : undefined
    if (told) told.reason = row.seq
    const mine = row.planned ? entries.slice(before).find((entry) => entry.seat === row.who && says(entry)) : undefined
    if (mine) mine.planned = true
  }
  return entries.filter((entry) => entry.round !== undefined || says(entry))
}

/** Hexes and sites that an entry names. */
export const placesOf = (entry: Entry): string[] =>
  entry.sentences
    .flatMap(({ args }) => [args['hex'], args['site'], args['river']])
    .filter((place) => typeof place === 'string')

/** The hexes and sites that rows name; null where no entry tells of them. */
export function placesIn(rows: readonly Row[]): string[] | null {
  const entries = entriesOf(rows)
  return entries.length ? [...new Set(entries.flatMap(placesOf))] : null
}

const says = (entry: Entry): boolean => entry.sentences.length > 0 || entry.changes.length > 0

function merge(changes: Change[], change: Change): void {
  const same = changes.find(
    (found) => found.what === change.what && found.cause === change.cause && Math.sign(found.n) === Math.sign(change.n),
  )
  if (same) same.n += change.n
  else changes.push({ ...change })
}

export interface Sums {
  byCause: Map<string, number>
  byRound: number[]
}

/** Victory points of each seat by cause and by round; the last entry of `byRound` is the final scoring. */
export function pointsOf(rows: readonly Row[], players: number, start: number[]): Sums[] {
  const sums: Sums[] = Array.from({ length: players }, (_, seat) => ({
    byCause: new Map([['start', start[seat] ?? 0]]),
    byRound: [0, 0, 0, 0, 0, 0, 0, 0],
  }))
  let round = 0
  for (const row of standing(rows)) {
    if (row.kind === 'undo') continue
    for (const event of row.events) {
      if (event.code === 'round') round = Number(event.args['round'])
      if (event.code === 'round_end' && round === 6) round = 7
      const sum = sums[event.seat]
      if (!sum || (event.code !== 'gain' && event.code !== 'pay') || event.args['what'] !== 'vp') continue
      const n = (event.code === 'gain' ? 1 : -1) * Number(event.args['n'])
      sum.byCause.set(event.cause || 'none', (sum.byCause.get(event.cause || 'none') ?? 0) + n)
      sum.byRound[round] = (sum.byRound[round] ?? 0) + n
    }
  }
  return sums
}

/** A number with a real minus. */
export const signed = (n: number): string => (n < 0 ? `−${-n}` : String(n))

/** The hexes that others changed after row `seq`, for "since your last turn". */
export function hexesSince(rows: readonly Row[], seq: number, seat: number | null): Set<string> {
  const found = new Set<string>()
  for (const row of standing(rows)) {
    if (row.seq <= seq) continue
    for (const event of row.events)
      if (event.seat !== seat && typeof event.args['hex'] === 'string') found.add(event.args['hex'])
  }
  return found
}
