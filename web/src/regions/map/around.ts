/** Where pieces lie in a region: round its token, clear of what is printed there. */

import { inside, type Point, type Shape } from './geometry'

/** Directions from the token in order of preference, in tokens' radii; the corner below right belongs to its number. */
const ROUND: readonly Point[] = [
  [-0.98, -0.72],
  [0.75, -0.97],
  [-0.18, -1.24],
  [-1.22, 0.25],
  [-0.8, 1.12],
  [0.1, 1.26],
  [1.25, -0.05],
]
/** Two things nearer than this lie on each other. */
const CLEAR = 0.98

/** Places for `many` pieces beside a token of radius `unit`, where `symbols` of the shape's symbols are printed. */
export function around(shape: Shape, symbols: number, many: number, unit: number): Point[] {
  const [x, y] = shape.pole
  const printed = shape.symbols.slice(0, symbols)
  const penalty = (spot: Point): number =>
    (printed.some((other) => Math.hypot(spot[0] - other[0], spot[1] - other[1]) < unit * CLEAR) ? 2 : 0) +
    (inside(shape.rings, spot) ? 0 : 1)
  const spots = ROUND.map(([dx, dy]): Point => [x + dx * unit, y + dy * unit])
  return spots
    .map((spot) => ({ spot, cost: penalty(spot) }))
    .sort((a, b) => a.cost - b.cost)
    .slice(0, many)
    .map(({ spot }) => spot)
}
