/** Places in a game that a replay stops at: rows that brought something and were not taken back. */

import type { Row } from '../lib/types'
import { standing } from './log'

export function stopsOf(rows: readonly Row[]): number[] {
  return standing(rows)
    .filter((row) => row.events.length > 0 && row.kind !== 'undo')
    .map((row) => row.seq)
}

/** Where a row lies among the stops: the last one not after it. */
export function placeOf(stops: readonly number[], seq: number): number {
  return Math.max(
    0,
    stops.findLastIndex((stop) => stop <= seq),
  )
}

/** The stop `by` steps away, held at both ends. */
export function stepFrom(stops: readonly number[], seq: number, by: number): number | undefined {
  return stops[Math.max(0, Math.min(stops.length - 1, placeOf(stops, seq) + by))]
}

/** Milliseconds between two stops at a speed. */
export const paceOf = (speed: number): number => 900 / speed
