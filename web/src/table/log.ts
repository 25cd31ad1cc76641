/** From rows of events to the lines of the chronicle: what was taken back is gone, small change is told together. */

import type { Event, Row } from '../lib/types'

export interface LogLine {
  key: string
  /** The row after which this is the position. */
  seq: number
  seat: number
  code: string
  /** Word and arguments of its sentence. */
  word: string
  args: Record<string, unknown>
  rule: string
  regions: number[]
  /** The row of a bot that can say why; 0 where there is none. */
  reason: number
  /** Played from the plan I had left. */
  planned?: boolean
}

/** Events that another line tells better. */
const SILENT = new Set(['turn', 'mustered', 'first_player', 'paid'])

/** The rows that still hold, in order: an undo takes rows after its target away. */
export function standing(rows: readonly Row[]): Row[] {
  const kept: Row[] = []
  for (const row of rows) {
    if (row.kind === 'undo') {
      while (kept.length && kept.at(-1)!.seq > (row.to ?? 0)) kept.pop()
      kept.push(row)
    } else {
      kept.push(row)
    }
  }
  return kept
}

function plain(row: Row, event: Event, index: number): LogLine {
  const region = event.args['region']
  return {
    key: `${row.seq}.${index}`,
    seq: row.seq,
    seat: event.seat >= 0 ? event.seat : row.who,
    code: event.code,
    word: `event.${event.code}`,
    args: { ...event.args, seat: event.seat, cause: event.cause || 'none' },
    rule: event.rule,
    regions: typeof region === 'number' ? [region] : [],
    ...(row.planned && event.seat === row.who ? { planned: true } : {}),
    // Of what one decision brought, the first thing its own seat did carries the reason.
    reason:
      row.reason && event === row.events.find((found) => found.seat === row.who && !SILENT.has(found.code))
        ? row.seq
        : 0,
  }
}

export function linesOf(rows: readonly Row[]): LogLine[] {
  const lines: LogLine[] = []
  for (const row of standing(rows)) {
    if (row.kind === 'undo') {
      lines.push({
        key: `${row.seq}`,
        seq: row.seq,
        seat: row.who,
        code: 'undo',
        word: 'table.log.undo',
        args: { seat: row.who },
        rule: '',
        regions: [],
        reason: 0,
      })
      continue
    }
    row.events.forEach((event, index) => {
      if (SILENT.has(event.code) || (event.code === 'lost' && event.seat < 0)) return
      const last = lines.at(-1)
      if (event.code === 'coins' && last?.code === 'coins' && last.args['seat'] === event.seat) add(last, row, event)
      else if (event.code === 'coins') lines.push(scored(row, event, index))
      else if (event.code === 'deployed' && last?.code === 'deployed' && last.args['tribe'] === event.args['tribe']) {
        last.args['n'] = Number(last.args['n']) + Number(event.args['n'])
        last.regions.push(Number(event.args['region']))
        last.seq = row.seq
      } else if (event.code === 'deployed') {
        lines.push({ ...plain(row, event, index), word: 'table.log.deployed' })
      } else lines.push(plain(row, event, index))
    })
  }
  return lines
}

/** The regions that rows name; null where no line tells of them. */
export function placesIn(rows: readonly Row[]): number[] | null {
  const lines = linesOf(rows)
  return lines.length ? [...new Set(lines.flatMap((line) => line.regions))] : null
}

function scored(row: Row, event: Event, index: number): LogLine {
  const lines = [[event.cause, event.args['n']]]
  // Coins follow from what was decided before; they have no reason of their own.
  return {
    ...plain(row, event, index),
    word: 'table.log.scored',
    args: { seat: event.seat, n: event.args['n'], lines },
    rule: event.rule,
    reason: 0,
  }
}

function add(line: LogLine, row: Row, event: Event): void {
  line.args['n'] = Number(line.args['n']) + Number(event.args['n'])
  line.args['lines'] = byCause([...(line.args['lines'] as [string, number][]), [event.cause, Number(event.args['n'])]])
  line.seq = row.seq
}

/** Coins summed up by cause: two peoples' regions are regions. */
export function byCause(lines: readonly [string, number][]): [string, number][] {
  const found = new Map<string, number>()
  for (const [cause, n] of lines) found.set(cause, (found.get(cause) ?? 0) + n)
  return [...found]
}

/** The regions that changed after row `seq`, for "since your last turn". */
export function changedSince(rows: readonly Row[], seq: number, seat: number | null): Set<number> {
  const found = new Set<number>()
  for (const row of standing(rows)) {
    if (row.seq <= seq) continue
    for (const event of row.events) {
      const region = event.args['region']
      if (typeof region === 'number' && event.code !== 'deployed' && event.seat !== seat) found.add(region)
    }
  }
  return found
}

/** The last row I decided myself. */
export function lastOwn(rows: readonly Row[], seat: number | null): number {
  for (let index = rows.length - 1; index >= 0; index -= 1) {
    const row = rows[index]!
    if (row.who === seat && row.kind !== 'chance') return row.seq
  }
  return 0
}
