/** From shared arcs to shapes: paths, the place of every piece, and the turn of the map on a narrow screen. */

export type Point = readonly [number, number]

export interface Outline {
  width: number
  height: number
  /** Radius of a token, where the sheet says it. */
  unit?: number
  arcs: Point[][]
  regions: { id: number; rings: number[][]; pole: Point; radius: number; box: readonly number[] }[]
}

export interface Shape {
  id: number
  path: string
  rings: Point[][]
  pole: Point
  radius: number
  box: readonly [number, number, number, number]
  /** Where printed symbols lie, in the order of `symbols`. */
  symbols: Point[]
  /** Where a price lies when the middle is taken. */
  seal: Point
}

export interface MapShape {
  width: number
  height: number
  turned: boolean
  /** Radius of a token; everything else on the map is measured in it. */
  unit: number
  shapes: Shape[]
  borders: string
}

const place = (n: number): number => Math.round(n * 10) / 10

/** `part`: left, top, width and height of what is to be seen; regions that lie outside are left out. */
export function shapeOf(
  outline: Outline,
  symbols: readonly number[],
  turned: boolean,
  part?: readonly [number, number, number, number],
): MapShape {
  const turn = ([x, y]: Point): Point => (turned ? [outline.height - y, x] : [x, y])
  const arcs = outline.arcs.map((arc) => arc.map(turn))
  const radii = outline.regions.map((region) => region.radius).sort((a, b) => a - b)
  const unit = outline.unit ?? Math.max(16, Math.min(27, (radii[Math.floor(radii.length / 5)] ?? 40) * 0.56))
  const [width, height] = turned ? [outline.height, outline.width] : [outline.width, outline.height]
  const rim = unit * 0.72
  // A price at the edge of the sheet is moved in until all of it is seen.
  const within = ([x, y]: Point): Point => [
    Math.max(rim, Math.min(width - rim, x)),
    Math.max(rim, Math.min(height - rim, y)),
  ]
  const seen = ([left, top, right, bottom]: Shape['box']): boolean =>
    !part || (left < part[0] + part[2] && right > part[0] && top < part[1] + part[3] && bottom > part[1])
  const shapes = outline.regions.flatMap((region) => {
    const rings = region.rings.map((ring) => ringOf(arcs, ring))
    const box = boxOf(rings[0]!)
    if (!seen(box)) return []
    const pole = turn(region.pole)
    const { spots, seal } = spotsOf(rings, pole, unit, symbols[region.id] ?? 0)
    return {
      id: region.id,
      rings,
      pole,
      radius: region.radius,
      symbols: spots,
      seal: within(seal),
      path: rings.map((ring) => pathOf(ring) + 'Z').join(''),
      box,
    }
  })
  return { width, height, turned, unit, shapes, borders: arcs.map(pathOf).join('') }
}

function ringOf(arcs: Point[][], signed: readonly number[]): Point[] {
  const points: Point[] = []
  for (const number of signed) {
    const arc = arcs[Math.abs(number) - 1]!
    points.push(...(number > 0 ? arc : [...arc].reverse()).slice(0, -1))
  }
  return points
}

export function pathOf(points: readonly Point[]): string {
  return points.map(([x, y], index) => `${index ? 'L' : 'M'}${place(x)} ${place(y)}`).join('')
}

function boxOf(ring: readonly Point[]): [number, number, number, number] {
  const xs = ring.map(([x]) => x)
  const ys = ring.map(([, y]) => y)
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
}

export function inside(rings: readonly Point[][], [x, y]: Point): boolean {
  let found = false
  for (const ring of rings) {
    for (let i = 0, j = ring.length - 1; i < ring.length; j = i, i += 1) {
      const [ax, ay] = ring[i]!
      const [bx, by] = ring[j]!
      if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) found = !found
    }
  }
  return found
}

export function edgeDistance(rings: readonly Point[][], [x, y]: Point): number {
  let best = Infinity
  for (const ring of rings) {
    for (let i = 0, j = ring.length - 1; i < ring.length; j = i, i += 1) {
      const [ax, ay] = ring[j]!
      const [bx, by] = ring[i]!
      const dx = bx - ax
      const dy = by - ay
      const part = Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)))
      best = Math.min(best, Math.hypot(x - ax - part * dx, y - ay - part * dy))
    }
  }
  return best
}

/** Symbols and price lie where the largest circle is free, beside the token in the middle. */
function spotsOf(rings: Point[][], pole: Point, unit: number, symbols: number): { spots: Point[]; seal: Point } {
  const taken: [Point, number][] = [[pole, unit * 1.08]]
  const [left, top, right, bottom] = boxOf(rings[0]!)
  const free: [Point, number][] = []
  const step = Math.max(5, unit / 3.4)
  const thin = rings.map((ring) => ring.filter((_, index) => index % 2 === 0))
  for (let x = left + step; x < right; x += step) {
    for (let y = top + step; y < bottom; y += step) {
      if (inside(rings, [x, y])) free.push([[x, y], edgeDistance(thin, [x, y])])
    }
  }
  const next = (size: number): Point => {
    let best: Point = [pole[0] + unit * 1.3, pole[1] - unit * 1.3]
    let most = -Infinity
    for (const [spot, edge] of free) {
      const near = Math.min(...taken.map(([other, far]) => Math.hypot(spot[0] - other[0], spot[1] - other[1]) - far))
      // Enough room is enough: beyond that, nearer to the token reads better.
      const room =
        Math.min(edge - size * 0.9, near - size, size * 0.7) - Math.hypot(spot[0] - pole[0], spot[1] - pole[1]) / 60
      if (room > most) [best, most] = [spot, room]
    }
    taken.push([best, size])
    return best
  }
  const spots: Point[] = []
  for (let n = 0; n < symbols; n += 1) spots.push(next(unit * 0.5))
  return { spots, seal: next(unit * 0.62) }
}

/** The region next to `from` in a direction: the nearest one within a quarter turn. */
export function neighbour(map: MapShape, from: number, dx: number, dy: number): number {
  const start = map.shapes[from]?.pole ?? [0, 0]
  let best = from
  let least = Infinity
  for (const shape of map.shapes) {
    const x = shape.pole[0] - start[0]
    const y = shape.pole[1] - start[1]
    const along = x * dx + y * dy
    const across = Math.abs(x * dy) + Math.abs(y * dx)
    if (shape.id === from || along <= 0 || across > along * 1.6) continue
    const far = along + across * 1.4
    if (far < least) [best, least] = [shape.id, far]
  }
  return best
}

/** Regions as one reads a page: rows from the top, each from the left. */
export function readingOrder(map: MapShape): number[] {
  const band = map.unit * 3.2
  const key = (shape: Shape): number => Math.floor(shape.pole[1] / band) * 1e6 + shape.pole[0]
  return [...map.shapes].sort((a, b) => key(a) - key(b)).map((shape) => shape.id)
}
