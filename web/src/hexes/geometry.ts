/** Where things lie on the hex map: hexes, bridges between them, the next one in a direction. */

import { SIZE } from './art'
import type { MysticView } from './types'

export type Point = [number, number]
export interface Span {
  x1: number
  y1: number
  x2: number
  y2: number
}
type Places = ReadonlyMap<string, Point>

const ends = (pair: [string, string], places: Places): [Point, Point] => [
  places.get(pair[0]) ?? [0, 0],
  places.get(pair[1]) ?? [0, 0],
]

/** The middle of a hex, or of a bridge site. */
export function middleOf(key: string, bridges: MysticView['bridges'], places: Places): Point {
  const site = bridges.find((bridge) => bridge.site === key)
  if (!site) return places.get(key) ?? [0, 0]
  const [one, two] = ends(site.ends, places)
  return [(one[0] + two[0]) / 2, (one[1] + two[1]) / 2]
}

/** The part of a bridge that is seen: from shore to shore. */
export function spanOf(pair: [string, string], places: Places): Span {
  const [a, b] = ends(pair, places)
  const length = Math.hypot(b[0] - a[0], b[1] - a[1])
  const [dx, dy] = [(b[0] - a[0]) / length, (b[1] - a[1]) / length]
  const cut = SIZE * 0.74
  return { x1: a[0] + dx * cut, y1: a[1] + dy * cut, x2: b[0] - dx * cut, y2: b[1] - dy * cut }
}

/** Of these places the next one in a direction; the same where there is none. */
export function nearest(from: string, [dx, dy]: Point, keys: readonly string[], spot: (key: string) => Point): string {
  const [x, y] = spot(from)
  let best = from
  let least = Infinity
  for (const key of keys) {
    const [a, b] = spot(key)
    const along = (a - x) * dx + (b - y) * dy
    const aside = Math.abs((a - x) * dy) + Math.abs((b - y) * dx)
    if (key !== from && along > 4 && along + aside * 2 < least) [best, least] = [key, along + aside * 2]
  }
  return best
}
