/** The picture of a finished game: the map as it ended, and the ranking. Drawn here, sent nowhere. */

import { glyphs } from '../lib/icons.svelte'
import { lettered, wrap } from '../lib/lettering'
import { cutOut, drawMarks, type Marked } from '../table/marks'
import { mapSize, middle, outline, RIVER, SHAPES, SIZE, STAMPS, stone } from './art'
import type { MysticSeat, MysticView } from './types'

export interface Ranked {
  seat: MysticSeat
  name: string
  faction: string
}

const WIDTH = 1200
const PANEL = 360
const PAD = 12
const signed = (title: string): string => `${title} · Terrarium`
const INK = '#2B2118'

/** The type of each text. */
function fonts(): Record<'heading' | 'name' | 'score' | 'small', string> {
  const root = getComputedStyle(document.documentElement)
  const ui = root.getPropertyValue('--ui')
  return {
    heading: `700 32px ${root.getPropertyValue('--display')}`,
    name: `700 22px ${ui}`,
    score: `800 30px ${ui}`,
    small: `400 17px ${ui}`,
  }
}

export async function sharePicture(
  view: MysticView,
  heading: string,
  ranking: readonly Ranked[],
  title: string,
): Promise<Blob | null> {
  const { heading: large, name, score, small } = fonts()
  await lettered([
    [large, heading],
    [name, ranking.map((row) => row.name).join('')],
    [score, ranking.map(({ seat }) => seat.vp).join('')],
    [small, ranking.map((row) => row.faction).join('') + signed(title)],
  ])
  const [wide, high] = mapSize(false)
  const scale = (WIDTH - PANEL) / (wide + 2 * PAD)
  const canvas = document.createElement('canvas')
  canvas.width = WIDTH
  canvas.height = Math.max(Math.round((high + 2 * PAD) * scale), 210 + 74 * ranking.length)
  const context = canvas.getContext('2d')
  if (!context) return null
  context.fillStyle = '#E8DBBB'
  context.fillRect(0, 0, WIDTH, canvas.height)
  context.setTransform(scale, 0, 0, scale, PAD * scale, Math.max(PAD * scale, (canvas.height - high * scale) / 2))
  drawMap(context, view)
  writePanel(context, canvas.height, heading, ranking, title)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))
}

/** A moment of the game on a small canvas: the part of the map where the better move is, and that move drawn on it. */
export function drawMoment(canvas: HTMLCanvasElement, view: MysticView, marks: Marked): void {
  const [width, height] = mapSize(false)
  const cells = new Map([...view.hexes, ...view.rivers].map((cell) => [cell.hex, middle(cell.row, cell.column, false)]))
  const placeOf = (spot: number | string): [number, number] | undefined => cells.get(String(spot))
  const cut = cutOut(canvas, { width, height }, marks.spots.map(placeOf).find(Boolean))
  const context = canvas.getContext('2d')
  if (!context) return
  context.fillStyle = '#E8DBBB'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.setTransform(cut.scale, 0, 0, cut.scale, -cut.x * cut.scale, -cut.y * cut.scale)
  drawMap(context, view)
  drawMarks(context, marks, (spot) => {
    const place = placeOf(spot)
    return place ? { x: place[0], y: place[1], unit: SIZE * 0.6 } : null
  })
}

function drawMap(context: CanvasRenderingContext2D, view: MysticView): void {
  const places = new Map(
    [...view.hexes, ...view.rivers].map((cell) => [cell.hex, middle(cell.row, cell.column, false)]),
  )
  const moved = (key: string, paint: () => void): void => {
    context.save()
    context.translate(...(places.get(key) ?? [0, 0]))
    paint()
    context.restore()
  }
  for (const cell of view.rivers)
    moved(cell.hex, () => {
      fill(context, hexagon(SIZE + 1.2), RIVER.fill)
      stroke(context, new Path2D('M-14-8q4-4 8 0t8 0M-2 4q4-4 8 0t8 0M-16 13q4-4 8 0'), RIVER.ink, 1.2)
    })
  for (const hex of view.hexes)
    moved(hex.hex, () => {
      const look = stone(hex.terrain)
      fill(context, hexagon(SIZE + 0.4), INK)
      fill(context, hexagon(SIZE - 2.6), look.fill)
      context.globalAlpha = hex.building ? 0.35 : 0.8
      const stamp = STAMPS[hex.terrain]
      if (stamp?.fills) fill(context, new Path2D(stamp.fills), '#F7F7F5')
      stroke(context, new Path2D(stamp?.lines ?? ''), look.ink, 1.25)
    })
  for (const site of view.bridges) {
    const [from, to] = [places.get(site.ends[0]), places.get(site.ends[1])]
    if (site.seat < 0 || !from || !to) continue
    const line = new Path2D()
    const cut = 0.37
    line.moveTo(from[0] + (to[0] - from[0]) * cut, from[1] + (to[1] - from[1]) * cut)
    line.lineTo(to[0] - (to[0] - from[0]) * cut, to[1] - (to[1] - from[1]) * cut)
    context.lineCap = 'round'
    stroke(context, line, INK, 11)
    stroke(context, line, stone(view.seats[site.seat]?.home ?? '').piece, 7.5)
  }
  for (const hex of view.hexes)
    if (hex.building)
      moved(hex.hex, () => {
        const shape = new Path2D(SHAPES[hex.building!])
        context.lineJoin = 'round'
        context.translate(0, 1)
        stroke(context, shape, '#FFF9EA', 5.5)
        fill(context, shape, stone(hex.terrain).piece)
        stroke(context, shape, '#1B140D', 2.1)
        if (!hex.town) return
        const ring = new Path2D()
        ring.arc(-16, -14, 6.6, 0, 7)
        fill(context, ring, '#F1DDA0')
        stroke(context, ring, INK, 1.5)
        fill(context, new Path2D('M-19-10.5V-15L-16-18L-13-15V-10.5Z'), INK)
      })
}

function writePanel(
  context: CanvasRenderingContext2D,
  height: number,
  heading: string,
  ranking: readonly Ranked[],
  title: string,
): void {
  const left = WIDTH - PANEL
  const type = fonts()
  context.setTransform(1, 0, 0, 1, 0, 0)
  fill(context, box(left, 0, PANEL, height), '#FCF7EA')
  context.fillStyle = INK
  context.font = type.heading
  let y = 58
  for (const line of wrap(context, heading, PANEL - 56)) {
    context.fillText(line, left + 28, y)
    y += 40
  }
  y += 24
  for (const { seat, name, faction } of ranking) {
    const look = stone(seat.home)
    fill(context, box(left + 28, y - 22, 44, 44, 8), look.fill)
    stroke(context, box(left + 28, y - 22, 44, 44, 8), INK, 2.5)
    context.save()
    context.translate(left + 34, y - 16)
    context.scale(32 / 512, 32 / 512)
    fill(context, new Path2D(glyphs.path(seat.faction)), look.glyph)
    context.restore()
    context.fillStyle = INK
    context.font = type.name
    context.fillText(name, left + 86, y - 2, PANEL - 180)
    context.textAlign = 'right'
    context.font = type.score
    context.fillText(String(seat.vp), WIDTH - 30, y + 9)
    context.textAlign = 'left'
    context.fillStyle = '#75634C'
    context.font = type.small
    context.fillText(faction, left + 86, y + 20, PANEL - 180)
    y += 70
  }
  context.fillStyle = '#75634C'
  context.font = type.small
  context.fillText(signed(title), left + 28, height - 26, PANEL - 56)
}

const hexagon = (radius: number): Path2D => new Path2D(`M${outline(radius, false).split(' ').join('L')}Z`)

function box(x: number, y: number, width: number, height: number, corner = 0): Path2D {
  const path = new Path2D()
  path.roundRect(x, y, width, height, corner)
  return path
}

function fill(context: CanvasRenderingContext2D, path: Path2D, colour: string): void {
  context.fillStyle = colour
  context.fill(path)
}

function stroke(context: CanvasRenderingContext2D, path: Path2D, colour: string, width: number): void {
  context.strokeStyle = colour
  context.lineWidth = width
  context.stroke(path)
}
