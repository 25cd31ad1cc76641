/** Arrows and rings over a map, on the page and in pictures. */

import type { Arrow } from './thought'

/** The same on every map, by day and by night. */
export const RED = '#9c2f22'

/** What is drawn over a picture: rings round places, arrows between them. */
export interface Marked {
  spots: (number | string)[]
  arrows: Arrow[]
}

export interface Dot {
  x: number
  y: number
  unit: number
}

/** A bent arrow from one place to the next, ending at the edge of its ring. */
export function curve(a: Omit<Dot, 'unit'>, b: Dot): string {
  const [dx, dy] = [b.x - a.x, b.y - a.y]
  const length = Math.hypot(dx, dy) || 1
  const [mx, my] = [(a.x + b.x) / 2 - dy * 0.2, (a.y + b.y) / 2 + dx * 0.2]
  const cut = Math.min(b.unit * 0.9, length / 2)
  const [ex, ey] = [b.x - mx, b.y - my]
  const end = Math.hypot(ex, ey) || 1
  return `M${a.x} ${a.y}Q${mx} ${my} ${b.x - (ex / end) * cut} ${b.y - (ey / end) * cut}`
}

/** Pixels across a small picture, and how high it is for its width. */
const ACROSS = 560
const HIGH = 0.62
/** How much of a map's width is shown round a place. */
const PART = 0.56

/** The part of a map that a small picture shows: round a place, or all of it. Sets the size of the canvas. */
export function cutOut(
  canvas: HTMLCanvasElement,
  map: { width: number; height: number },
  place: readonly number[] | undefined,
): { x: number; y: number; scale: number } {
  const width = Math.max(map.width * (place ? PART : 1), place ? 0 : map.height / HIGH)
  const height = width * HIGH
  const within = (at: number, part: number, all: number): number =>
    part >= all ? (all - part) / 2 : Math.max(0, Math.min(all - part, at - part / 2))
  canvas.width = ACROSS
  canvas.height = Math.round(ACROSS * HIGH)
  return {
    x: within(place?.[0] ?? map.width / 2, width, map.width),
    y: within(place?.[1] ?? map.height / 2, height, map.height),
    scale: ACROSS / width,
  }
}

export function drawMarks(
  context: CanvasRenderingContext2D,
  { spots, arrows }: Marked,
  point: (spot: number | string) => Dot | null,
): void {
  const dots = spots.map(point).filter((found) => found !== null)
  context.lineCap = 'round'
  for (const { x, y, unit } of dots) {
    const ring = new Path2D()
    ring.arc(x, y, unit * 1.7, 0, 7)
    line(context, ring, unit * 0.22)
  }
  for (const { start, end, threat } of arrows) {
    const [a, b] = [point(start), point(end)]
    if (!a || !b || threat) continue
    line(context, new Path2D(curve(a, b)), b.unit * 0.3)
    head(context, a, b)
  }
}

function line(context: CanvasRenderingContext2D, path: Path2D, width: number): void {
  context.strokeStyle = '#fff'
  context.lineWidth = width * 1.9
  context.stroke(path)
  context.strokeStyle = RED
  context.lineWidth = width
  context.stroke(path)
}

/** The head of an arrow, turned as the bow comes in. */
function head(context: CanvasRenderingContext2D, a: Dot, b: Dot): void {
  const [mx, my] = [(a.x + b.x) / 2 - (b.y - a.y) * 0.2, (a.y + b.y) / 2 + (b.x - a.x) * 0.2]
  const turn = Math.atan2(b.y - my, b.x - mx)
  context.save()
  context.translate(b.x - Math.cos(turn) * b.unit * 0.9, b.y - Math.sin(turn) * b.unit * 0.9)
  context.rotate(turn)
  context.scale(b.unit * 0.1, b.unit * 0.1)
  const shape = new Path2D('M-7-5L5 0L-7 5L-4 0z')
  context.strokeStyle = '#fff'
  context.lineWidth = 2
  context.stroke(shape)
  context.fillStyle = RED
  context.fill(shape)
  context.restore()
}
