/** The drawn ground of a map: painted once into a canvas, never touched while pieces move. */

import { type Context, dice, mix } from '../look/brush'
import { lookOf } from '../look/looks'
import { edgeDistance, inside, type MapShape, type Point, type Shape } from './geometry'
import type { Pigment } from './palette'

/** `features`: what is printed in each region beside its terrain, where a title paints it; `corner`: what of the map
 * lies in the canvas's upper left corner. */
export function paintTerrain(
  context: Context,
  map: MapShape,
  terrains: readonly string[],
  title: string,
  scale: number,
  features: readonly (readonly string[])[] = [],
  corner: Point = [0, 0],
): void {
  const { palette, paintGround, paintRegion: paintOwn } = lookOf(title)
  context.setTransform(scale, 0, 0, scale, -corner[0] * scale, -corner[1] * scale)
  context.fillStyle = palette.ground
  context.fillRect(0, 0, map.width, map.height)
  context.lineJoin = 'round'
  context.lineCap = 'round'
  paintGround?.(context, map)
  for (const shape of map.shapes) {
    const pigment =
      palette.terrain[terrains[shape.id] ?? ''] ?? palette.terrain['hill'] ?? Object.values(palette.terrain)[0]!
    const own = (): void => paintOwn?.(context, shape, terrains[shape.id] ?? '', features[shape.id] ?? [], map.unit)
    paintRegion(context, shape, pigment, map.unit, palette.dark, own)
  }
  context.strokeStyle = palette.border
  context.lineWidth = map.unit * 0.135
  context.stroke(new Path2D(map.borders))
}

function paintRegion(
  context: Context,
  shape: Shape,
  pigment: Pigment,
  unit: number,
  dark: boolean,
  own: () => void,
): void {
  const path = new Path2D(shape.path)
  context.save()
  context.clip(path)
  context.fillStyle = pigment.fill
  context.fill(path)
  const [x0, y0, x1, y1] = shape.box
  const wash = context.createRadialGradient(
    shape.pole[0],
    shape.pole[1],
    0,
    shape.pole[0],
    shape.pole[1],
    Math.hypot(x1 - x0, y1 - y0) * 0.55,
  )
  wash.addColorStop(0, dark ? mix(pigment.light, 0.38) : 'rgba(255,250,232,.26)')
  wash.addColorStop(1, dark ? 'rgba(0,0,0,.32)' : 'rgba(60,40,10,.10)')
  context.fillStyle = wash
  context.fillRect(x0, y0, x1 - x0, y1 - y0)
  if (pigment.stamp === 'water') paintWater(context, path, shape, pigment, unit)
  else if (pigment.stamp === 'farmland') paintFields(context, shape, pigment, unit)
  else paintStamps(context, shape, pigment, unit)
  own()
  // A softer second line inside the border, as a brush leaves it.
  context.strokeStyle = dark ? 'rgba(0,0,0,.34)' : 'rgba(43,33,24,.13)'
  context.lineWidth = unit * 0.42
  context.stroke(path)
  context.restore()
}

function paintWater(context: Context, path: Path2D, shape: Shape, pigment: Pigment, unit: number): void {
  for (let ring = 5; ring > 0; ring -= 1) {
    context.strokeStyle = mix(pigment.ink, 0.24 - ring * 0.025)
    context.lineWidth = unit * 0.42 * ring + unit * 0.1
    context.stroke(path)
    context.strokeStyle = mix(pigment.fill, 0.92)
    context.lineWidth = unit * 0.42 * ring
    context.stroke(path)
  }
  const random = dice(shape.id + 7)
  context.strokeStyle = mix(pigment.ink, 0.55)
  context.lineWidth = unit * 0.055
  for (const [x, y] of scatter(shape, unit * 2.1, unit * 1.3, random)) {
    const w = unit * (0.34 + random() * 0.2)
    context.beginPath()
    context.moveTo(x - w, y)
    context.quadraticCurveTo(x - w / 2, y - w * 0.5, x, y)
    context.quadraticCurveTo(x + w / 2, y + w * 0.5, x + w, y)
    context.stroke()
  }
}

/** Two or three fields with furrows in different directions. */
function paintFields(context: Context, shape: Shape, pigment: Pigment, unit: number): void {
  const random = dice(shape.id + 31)
  const [x0, y0, x1, y1] = shape.box
  const far = Math.hypot(x1 - x0, y1 - y0)
  const fields = 3
  const turn = random() * 0.6 - 0.3 + Math.PI / 5
  for (let n = 0; n < fields; n += 1) {
    context.save()
    context.translate(shape.pole[0], shape.pole[1])
    context.rotate(turn)
    const from = -far / 2 + (far / fields) * n + (random() - 0.5) * far * 0.08
    context.beginPath()
    context.rect(-far, n === 0 ? -far : from, far * 2, n === fields - 1 ? far * 2 : far / fields)
    context.clip()
    context.fillStyle = n % 2 ? mix(pigment.light, 0.55) : mix(pigment.ink, 0.07)
    context.fillRect(-far, -far, far * 2, far * 2)
    context.rotate((n - 1) * 0.5 + (random() - 0.5) * 0.4)
    context.strokeStyle = mix(pigment.ink, 0.42)
    context.lineWidth = unit * 0.04
    for (let y = -far; y < far; y += unit * 0.27) {
      context.beginPath()
      context.moveTo(-far, y)
      context.lineTo(far, y)
      context.stroke()
    }
    context.restore()
  }
}

const GAP: Record<string, [number, number]> = {
  forest: [0.74, 0.3],
  hill: [1.28, 0.42],
  mountain: [1.0, 0.36],
  swamp: [1.12, 0.4],
  mushroom: [0.95, 0.36],
  crystal: [0.95, 0.36],
  mine: [0.9, 0.3],
  mud: [0.95, 0.3],
  chasm: [1.5, 0.6],
  none: [9, 9],
}

function paintStamps(context: Context, shape: Shape, pigment: Pigment, unit: number): void {
  const random = dice(shape.id + 3)
  const [gap, margin] = GAP[pigment.stamp] ?? [1, 0.3]
  const spots = scatter(shape, unit * gap, unit * margin, random)
  const kept = spots.filter(([x, y]) => clear(shape, x, y, unit, pigment.stamp))
  kept.sort((a, b) => a[1] - b[1])
  for (const [x, y] of kept) {
    context.save()
    context.translate(x, y)
    context.scale(unit, unit)
    STAMPS[pigment.stamp]?.(context, pigment, random)
    context.restore()
  }
}

/** Stamps keep out of the circles in which pieces lie, a little. */
function clear(shape: Shape, x: number, y: number, unit: number, stamp: string): boolean {
  const room = stamp === 'forest' ? 0.5 : 0.72
  return shape.symbols.every(([a, b]) => Math.hypot(x - a, y - b) > unit * room)
}

/** Points at least `gap` apart, on a jittered grid of shifted rows. */
function scatter(shape: Shape, gap: number, margin: number, random: () => number): Point[] {
  const [x0, y0, x1, y1] = shape.box
  const out: Point[] = []
  let row = 0
  for (let y = y0 + gap * 0.4; y < y1; y += gap * 0.82) {
    row += 1
    for (let x = x0 + (row % 2 ? gap * 0.25 : gap * 0.75); x < x1; x += gap) {
      const point: Point = [x + (random() - 0.5) * gap * 0.46, y + (random() - 0.5) * gap * 0.4]
      if (inside(shape.rings, point) && edgeDistance(shape.rings, point) > margin) out.push(point)
    }
  }
  return out
}

type Stamp = (context: Context, pigment: Pigment, random: () => number) => void

function outlined(context: Context, path: Path2D, fill: string, ink: string, width: number): void {
  context.fillStyle = fill
  context.fill(path)
  context.strokeStyle = ink
  context.lineWidth = width
  context.stroke(path)
}

const CONIFER = new Path2D('M0-.46L.2-.1L.1-.12L.26.16L-.26.16L-.1-.12L-.2-.1Z')
const LEAF = new Path2D('M-.2-.1A.2.22 0 1 1 .2-.1A.2.2 0 1 1-.2-.1Z')
const TRUNK = new Path2D('M0 .12L0 .3')
const PEAK = new Path2D('M-.46.3L-.06-.42L.04-.4L.46.3Z')
const SHADE = new Path2D('M-.46.3L-.06-.42L.02-.06L-.1.08L.02.3Z')
const HUMP = new Path2D('M-.5.18C-.36-.3.36-.3.5.18')
const HUMP_LINES = new Path2D('M-.2.02C-.12-.08.02-.12.12-.1M-.06.14C.02.06.14.04.22.06')
const TUFT = new Path2D(
  'M0 .2C-.02 0-.06-.16-.14-.3M0 .2C0 0 .02-.2.04-.36M0 .2C.04.04.12-.1.22-.24M-.06.2C-.12.08-.2-.02-.28-.08',
)
const POOL = new Path2D('M-.3.28L.12.28M.02.36L.34.36')
const CAP = new Path2D('M-.3.02C-.28-.42.28-.42.3.02Z')
const STEM = new Path2D('M-.07.02L-.07.3L.07.3L.07.02')
const SHARD = new Path2D('M-.12.32L-.18-.14L-.02-.42L.14-.1L.12.32Z')
const FACET = new Path2D('M-.02-.42L0 .32')
const VEIN = new Path2D('M-.2.06L-.06-.06L.06.02L.2-.12')

const STAMPS: Record<string, Stamp> = {
  forest(context, pigment, random) {
    const size = 0.9 + random() * 0.25
    context.scale(size, size)
    context.strokeStyle = pigment.ink
    context.lineWidth = 0.06
    context.stroke(TRUNK)
    outlined(context, random() < 0.55 ? CONIFER : LEAF, pigment.light, mix(pigment.ink, 0.85), 0.05)
  },
  mountain(context, pigment, random) {
    const size = 0.85 + random() * 0.4
    context.scale(size * (random() < 0.5 ? -1 : 1), size)
    outlined(context, PEAK, pigment.light, mix(pigment.ink, 0.9), 0.05)
    context.fillStyle = mix(pigment.ink, 0.5)
    context.fill(SHADE)
  },
  hill(context, pigment, random) {
    const size = 0.8 + random() * 0.4
    context.scale(size, size)
    context.fillStyle = mix(pigment.light, 0.8)
    context.fill(HUMP)
    context.strokeStyle = mix(pigment.ink, 0.8)
    context.lineWidth = 0.055
    context.stroke(HUMP)
    context.lineWidth = 0.035
    context.stroke(HUMP_LINES)
  },
  swamp(context, pigment, random) {
    context.strokeStyle = mix(pigment.ink, 0.9)
    context.lineWidth = 0.06
    context.stroke(TUFT)
    if (random() < 0.7) {
      context.strokeStyle = 'rgba(58,120,140,.7)'
      context.lineWidth = 0.045
      context.stroke(POOL)
    }
  },
  mushroom(context, pigment, random) {
    const size = 0.6 + random() * 0.35
    context.scale(size, size)
    outlined(context, STEM, mix(pigment.light, 0.5), mix(pigment.ink, 0.9), 0.05)
    outlined(context, CAP, mix(pigment.light, 0.8), mix(pigment.ink, 0.9), 0.06)
  },
  crystal(context, pigment, random) {
    const size = 0.6 + random() * 0.4
    context.rotate((random() - 0.5) * 0.7)
    context.scale(size, size)
    outlined(context, SHARD, mix(pigment.light, 0.75), mix(pigment.ink, 0.9), 0.05)
    context.stroke(FACET)
  },
  mine(context, pigment, random) {
    context.rotate(random() * 3)
    context.strokeStyle = mix(pigment.light, 0.85)
    context.lineWidth = 0.06
    context.stroke(VEIN)
  },
  mud(context, pigment, random) {
    context.strokeStyle = mix(random() < 0.5 ? pigment.light : pigment.ink, 0.7)
    context.lineWidth = 0.06
    context.beginPath()
    context.moveTo(-0.2, 0)
    context.lineTo(0.16, 0)
    context.stroke()
  },
  chasm(context, pigment, random) {
    context.fillStyle = mix(pigment.light, 0.5 + random() * 0.4)
    context.beginPath()
    context.arc(0, 0, 0.05, 0, 7)
    context.fill()
  },
}
