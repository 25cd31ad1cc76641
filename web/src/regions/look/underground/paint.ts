/** Caverns: chasms with broken rims, vents that smoulder in them, a river that shines, light in mushrooms
 * and crystals. */

import type { Point, Shape } from '../../map/geometry'
import { type Context, dice, mix } from '../brush'

/** Paint what a region of Underground shows beside its wash and stamps; the context is clipped to it. */
export function paintCavern(
  context: Context,
  shape: Shape,
  terrain: string,
  features: readonly string[],
  unit: number,
): void {
  if (terrain === 'chasm') {
    paintRim(context, shape, unit)
    if (features.includes('volcano')) paintVent(context, shape, unit)
  } else if (terrain === 'river') paintCurrent(context, shape, unit)
  else if (terrain === 'mushroom') paintSpores(context, shape, unit, '#FFC2E2')
  else if (terrain === 'crystal') paintSpores(context, shape, unit, '#CFCBFF')
  else if (terrain === 'mine') paintSpores(context, shape, unit, '#FFE29A')
}

/** Steps down into the dark: rock at the edge, hachures that point to the bottom. */
function paintRim(context: Context, shape: Shape, unit: number): void {
  const path = new Path2D(shape.path)
  for (const [width, colour] of [
    [2.6, '#0D0B14'],
    [1.8, '#151120'],
    [1.1, '#221B31'],
    [0.55, '#3A2F50'],
  ] as const) {
    context.strokeStyle = colour
    context.lineWidth = width * unit
    context.stroke(path)
  }
  const random = dice(shape.id + 91)
  for (const ring of shape.rings) {
    for (let index = 0; index < ring.length; index += 1) {
      const [x, y] = ring[index]!
      const [dx, dy] = towards([x, y], shape.pole)
      const far = unit * (0.45 + random() * 0.75)
      const lean = (random() - 0.5) * 0.35
      context.strokeStyle = index % 3 ? 'rgba(4,3,8,.75)' : 'rgba(128,104,168,.5)'
      context.lineWidth = unit * (0.05 + random() * 0.05)
      context.beginPath()
      context.moveTo(x + dx * unit * 0.16, y + dy * unit * 0.16)
      context.lineTo(x + (dx - dy * lean) * far, y + (dy + dx * lean) * far)
      context.stroke()
    }
  }
}

/** A vent at the bottom: embers and cracks, not yet the Volcano of the Flames. */
function paintVent(context: Context, shape: Shape, unit: number): void {
  const [x, y] = shape.pole
  const glow = context.createRadialGradient(x, y, 0, x, y, unit * 2.1)
  glow.addColorStop(0, 'rgba(255,138,60,.55)')
  glow.addColorStop(0.35, 'rgba(196,62,32,.32)')
  glow.addColorStop(1, 'rgba(120,20,20,0)')
  context.fillStyle = glow
  context.fillRect(x - unit * 2.2, y - unit * 2.2, unit * 4.4, unit * 4.4)
  const random = dice(shape.id + 17)
  for (let crack = 0; crack < 6; crack += 1) {
    let turn = (crack / 6) * Math.PI * 2 + random()
    let [at, to] = [x, y]
    context.beginPath()
    context.moveTo(at, to)
    for (let step = 0; step < 4; step += 1) {
      turn += (random() - 0.5) * 1.1
      at += Math.cos(turn) * unit * 0.3
      to += Math.sin(turn) * unit * 0.3
      context.lineTo(at, to)
    }
    context.strokeStyle = 'rgba(255,120,48,.28)'
    context.lineWidth = unit * 0.2
    context.stroke()
    context.strokeStyle = 'rgba(255,196,110,.85)'
    context.lineWidth = unit * 0.055
    context.stroke()
  }
}

/** Bright water: foam along the banks, long ripples. */
function paintCurrent(context: Context, shape: Shape, unit: number): void {
  const path = new Path2D(shape.path)
  for (const [width, alpha] of [
    [1.5, 0.1],
    [0.95, 0.16],
    [0.5, 0.3],
  ] as const) {
    context.strokeStyle = mix('#8FE3EE', alpha)
    context.lineWidth = unit * width
    context.stroke(path)
  }
  const random = dice(shape.id + 5)
  const [x0, y0, x1, y1] = shape.box
  const tall = y1 - y0 > x1 - x0
  const steps = Math.max(4, Math.round(Math.max(x1 - x0, y1 - y0) / (unit * 0.9)))
  context.strokeStyle = 'rgba(190,240,246,.55)'
  context.lineWidth = unit * 0.06
  for (let n = 0; n < steps * 3; n += 1) {
    const x = x0 + random() * (x1 - x0)
    const y = y0 + random() * (y1 - y0)
    const far = unit * (0.35 + random() * 0.45)
    const bend = unit * 0.14
    context.beginPath()
    if (tall) {
      context.moveTo(x, y - far)
      context.bezierCurveTo(x + bend, y - far / 3, x - bend, y + far / 3, x, y + far)
    } else {
      context.moveTo(x - far, y)
      context.bezierCurveTo(x - far / 3, y - bend, x + far / 3, y + bend, x + far, y)
    }
    context.stroke()
  }
}

/** Motes of light between the stamps. */
function paintSpores(context: Context, shape: Shape, unit: number, colour: string): void {
  const random = dice(shape.id + 41)
  const [x0, y0, x1, y1] = shape.box
  const many = Math.round(((x1 - x0) * (y1 - y0)) / (unit * unit * 0.9))
  for (let n = 0; n < many; n += 1) {
    const [x, y] = [x0 + random() * (x1 - x0), y0 + random() * (y1 - y0)]
    const size = unit * (0.025 + random() * 0.05)
    context.fillStyle = mix(colour, 0.16)
    context.beginPath()
    context.arc(x, y, size * 2.6, 0, 7)
    context.fill()
    context.fillStyle = mix(colour, 0.75)
    context.beginPath()
    context.arc(x, y, size, 0, 7)
    context.fill()
  }
}

function towards([x, y]: Point, [a, b]: Point): Point {
  const far = Math.hypot(a - x, b - y) || 1
  return [(a - x) / far, (b - y) / far]
}
