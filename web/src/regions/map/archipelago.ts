/** Several islands on one table: where each lies, so that regions are equally large and the sea is used well. */

import type { Outline, Point } from './geometry'

/** The radius of a middling region on the joined sheet; and the water between islands. */
const REGION = 56
const WATER = 17

/** Boxes laid out together: for each island its number, where it lies and whether it is turned a quarter. */
interface Cell {
  width: number
  height: number
  spots: [number, number, number, boolean][]
}
interface Part {
  outline: Outline
  scale: number
  box: readonly [number, number, number, number]
}

/** The shape of the room that a window of this size leaves for islands, in steps: they do not wander with every
 * pixel. */
export function roomShape(width: number, height: number): number {
  if (width < 560 || (width <= 720 && height > 480)) return Math.round((width / height) * 27) / 20
  if (height <= 480) return Math.round(((width - 280) / (height - 16)) * 5) / 5
  if (width <= 1180 && height > width) return Math.round(((width - 42) / (height * 0.5)) * 5) / 5
  const [beside, below] = width <= 1180 ? [290, 430] : [570, height <= 820 ? 350 : 450]
  return Math.min(2.4, Math.max(1.2, Math.round(((width - beside) / Math.max(240, height - below)) * 5) / 5))
}

/** One outline of several islands, laid out for a window of this shape (width / height). */
export function archipelago(islands: readonly Outline[], aspect: number): Outline {
  const parts = islands.map(measured)
  const room = layout(parts, aspect)
  const width = Math.max(room.width, room.height * aspect)
  const height = Math.max(room.height, width / aspect)
  const [left, top] = [(width - room.width) / 2, (height - room.height) / 2]
  const joined: Outline = { width: Math.round(width), height: Math.round(height), arcs: [], regions: [] }
  joined.unit = REGION * 0.54
  for (const [index, x, y, turned] of [...room.spots].sort((a, b) => a[0] - b[0]))
    lay(joined, parts[index]!, left + x, top + y, turned)
  return joined
}

/** The scale that makes an island's regions middling, and the box of what is really drawn. */
function measured(outline: Outline): Part {
  const radii = outline.regions.map((region) => region.radius).sort((a, b) => a - b)
  const scale = REGION / (radii[Math.floor(radii.length / 2)] ?? REGION)
  const points = outline.arcs.flat()
  const xs = points.map(([x]) => x * scale)
  const ys = points.map(([, y]) => y * scale)
  return { outline, scale, box: [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)] }
}

function lay(joined: Outline, part: Part, x: number, y: number, turned: boolean): void {
  const first = joined.arcs.length
  const [x0, y0, , y1] = part.box
  const place = ([a, b]: Point): Point => {
    const [across, down] = turned
      ? [y1 - b * part.scale, a * part.scale - x0]
      : [a * part.scale - x0, b * part.scale - y0]
    return [across + x + WATER, down + y + WATER]
  }
  joined.arcs.push(...part.outline.arcs.map((arc) => arc.map(place)))
  for (const region of part.outline.regions) {
    joined.regions.push({
      id: joined.regions.length,
      rings: region.rings.map((ring) => ring.map((arc) => (arc > 0 ? arc + first : arc - first))),
      pole: place(region.pole),
      radius: region.radius * part.scale,
      box: [],
    })
  }
}

/** The best way to lay boxes beside and below each other: every way to cut is tried, and those worth
 * keeping are kept. */
function layout(parts: readonly Part[], aspect: number): Cell {
  const known = new Map<number, Cell[]>()
  const all = (1 << parts.length) - 1
  for (let set = 1; set <= all; set += 1) known.set(set, cellsOf(set, parts, known))
  const size = (cell: Cell): number => Math.max(cell.width, cell.height * aspect)
  return known.get(all)!.reduce((best, cell) => (size(cell) < size(best) ? cell : best))
}

function cellsOf(set: number, parts: readonly Part[], known: ReadonlyMap<number, Cell[]>): Cell[] {
  const alone = parts.findIndex((_, index) => set === 1 << index)
  if (alone >= 0) {
    const [x0, y0, x1, y1] = parts[alone]!.box
    const [width, height] = [x1 - x0 + 2 * WATER, y1 - y0 + 2 * WATER]
    return [
      { width, height, spots: [[alone, 0, 0, false]] },
      { width: height, height: width, spots: [[alone, 0, 0, true]] },
    ]
  }
  const found: Cell[] = []
  for (let part = (set - 1) & set; part > 0; part = (part - 1) & set) {
    for (const a of known.get(part)!) {
      for (const b of known.get(set ^ part)!) found.push(beside(a, b), below(a, b))
    }
  }
  return found.filter(
    (cell, index) =>
      !found.some(
        (other, at) =>
          other !== cell &&
          (other.width < cell.width || (other.width === cell.width && at < index)) &&
          other.height <= cell.height,
      ),
  )
}

const shifted = (cell: Cell, x: number, y: number): Cell['spots'] =>
  cell.spots.map(([index, a, b, turned]) => [index, a + x, b + y, turned])

function beside(a: Cell, b: Cell): Cell {
  const height = Math.max(a.height, b.height)
  return {
    width: a.width + b.width,
    height,
    spots: [...shifted(a, 0, (height - a.height) / 2), ...shifted(b, a.width, (height - b.height) / 2)],
  }
}

function below(a: Cell, b: Cell): Cell {
  const width = Math.max(a.width, b.width)
  return {
    width,
    height: a.height + b.height,
    spots: [...shifted(a, (width - a.width) / 2, 0), ...shifted(b, (width - b.width) / 2, a.height)],
  }
}
