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

/** How long a game told in short takes. */
export const SHORT_MS = 20_000

/** The stops of a game told in short: at most so many, evenly spread, the first and the last among them. */
export function framesOf(stops: readonly number[], most: number): number[] {
  if (stops.length <= most) return [...stops]
  const step = (stops.length - 1) / (most - 1)
  return Array.from({ length: most }, (_, n) => stops[Math.round(n * step)]!)
}

/** Which frame is due so many milliseconds after the first, whatever was slow in between. */
export const dueAfter = (frames: number, passed: number): number =>
  Math.min(frames - 1, Math.floor((passed / SHORT_MS) * frames))
