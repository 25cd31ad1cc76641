/** The sea round the islands: rhumb lines, shallows, surf, and a compass where there is room for one. */

import { edgeDistance, inside, type MapShape, type Point } from '../../map/geometry'
import type { Context } from '../brush'

/** From the beach outwards. */
const SHALLOWS = ['#5FA3B0', '#4F94A5', '#438699', '#38788D', '#2F6B82', '#286179']

export function paintSea(context: Context, map: MapShape): void {
  const { width, height, unit } = map
  const deep = context.createRadialGradient(
    width / 2,
    height / 2,
    0,
    width / 2,
    height / 2,
    Math.hypot(width, height) / 2,
  )
  deep.addColorStop(0, '#26607A')
  deep.addColorStop(1, '#173F54')
  context.fillStyle = deep
  context.fillRect(0, 0, width, height)
  const rose = openWater(map)
  paintRhumbs(context, map, rose?.at ?? [width / 2, height / 2])
  const coast = new Path2D(map.shapes.map((shape) => shape.path).join(''))
  for (let ring = 6; ring > 0; ring -= 1) {
    context.strokeStyle = 'rgba(196, 232, 236, .3)'
    context.lineWidth = ring * unit * 0.62 + unit * 0.07
    context.stroke(coast)
    context.strokeStyle = SHALLOWS[ring - 1]!
    context.lineWidth = ring * unit * 0.62
    context.stroke(coast)
  }
  context.strokeStyle = '#F0E8C8'
  context.lineWidth = unit * 0.32
  context.stroke(coast)
  if (rose) paintRose(context, rose.at, rose.size)
}

function paintRhumbs(context: Context, map: MapShape, [x, y]: Point): void {
  const far = Math.hypot(map.width, map.height)
  context.strokeStyle = 'rgba(206, 232, 232, .10)'
  context.lineWidth = map.unit * 0.05
  for (let n = 0; n < 16; n += 1) {
    const turn = (n * Math.PI) / 8
    context.beginPath()
    context.moveTo(x, y)
    context.lineTo(x + Math.cos(turn) * far, y + Math.sin(turn) * far)
    context.stroke()
  }
}

/** The point of the sea farthest from every shore and from the edge of the sheet; none where islands leave no room. */
function openWater(map: MapShape): { at: Point; size: number } | null {
  let [best, most]: [Point, number] = [[0, 0], 0]
  const step = map.unit * 1.1
  for (let x = step; x < map.width; x += step) {
    for (let y = step; y < map.height; y += step) {
      if (map.shapes.some((shape) => inside(shape.rings, [x, y]))) continue
      let room = Math.min(x, y, map.width - x, map.height - y)
      for (const shape of map.shapes) {
        const [x0, y0, x1, y1] = shape.box
        if (Math.hypot(Math.max(x0 - x, 0, x - x1), Math.max(y0 - y, 0, y - y1)) < room)
          room = Math.min(room, edgeDistance(shape.rings, [x, y]))
      }
      if (room > most) [best, most] = [[x, y], room]
    }
  }
  const size = Math.min(map.unit * 2.6, most - map.unit * 0.7)
  return size > map.unit * 0.9 ? { at: best, size } : null
}

function paintRose(context: Context, [x, y]: Point, size: number): void {
  context.save()
  context.translate(x, y)
  context.scale(size, size)
  context.strokeStyle = 'rgba(244, 226, 180, .8)'
  context.lineWidth = 0.025
  for (const ring of [0.56, 0.62]) {
    context.beginPath()
    context.arc(0, 0, ring, 0, 7)
    context.stroke()
  }
  for (let point = 0; point < 16; point += 1) {
    const reach = point % 4 === 0 ? 1 : point % 2 === 0 ? 0.66 : 0.44
    context.save()
    context.rotate((point * Math.PI) / 8)
    for (const side of [-1, 1]) {
      context.beginPath()
      context.moveTo(0, -reach)
      context.lineTo(side * 0.1 * reach, -0.1)
      context.lineTo(0, 0)
      context.closePath()
      context.fillStyle = side < 0 ? '#F4E2B4' : '#C08A2E'
      context.fill()
    }
    context.restore()
  }
  context.restore()
}
