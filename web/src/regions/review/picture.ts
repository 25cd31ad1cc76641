/** Pictures of a finished game: the board as it ended with the ranking, and moments of it. Drawn here, sent nowhere. */

import { glyphs } from '../../lib/icons.svelte'
import { lettered, wrap } from '../../lib/lettering'
import { seatStyle, SILHOUETTES } from '../../lib/seats'
import type { View } from '../../lib/types'
import { cutOut, drawMarks, type Marked } from '../../table/marks'
import { type MapShape, type Outline, shapeOf } from '../map/geometry'
import { symbolsOf } from '../map/maps'
import { paintTerrain } from '../map/terrain'

export interface Ranked {
  seat: number
  name: string
  coins: number
}

const WIDTH = 1200
const PANEL = 340
const SIGNED = 'Terrarium'

/** The type of each text. */
function fonts(): Record<'heading' | 'row' | 'small', string> {
  const root = getComputedStyle(document.documentElement)
  const ui = root.getPropertyValue('--ui')
  return { heading: `700 34px ${root.getPropertyValue('--display')}`, row: `700 24px ${ui}`, small: `400 18px ${ui}` }
}

export async function sharePicture(
  view: View,
  outline: Outline,
  heading: string,
  ranking: readonly Ranked[],
): Promise<Blob | null> {
  const type = fonts()
  await lettered([
    [type.heading, heading],
    [type.row, ranking.map((row) => `${row.name}${row.coins}`).join('')],
    [type.small, SIGNED],
  ])
  const map = shapeOf(
    outline,
    view.regions.map((region) => symbolsOf(region, view.title).length),
    false,
  )
  const scale = (WIDTH - PANEL) / map.width
  const high = Math.round(map.height * scale)
  const canvas = document.createElement('canvas')
  canvas.width = WIDTH
  canvas.height = Math.max(560, high)
  const context = canvas.getContext('2d')
  const board = boardOf(view, map, scale)
  if (!context || !board) return null
  context.fillStyle = '#E8DBBB'
  context.fillRect(0, 0, WIDTH, canvas.height)
  context.drawImage(board, 0, Math.round((canvas.height - high) / 2))
  writePanel(context, canvas.height, heading, ranking)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))
}

/** A moment of the game on a small canvas: the part of the map where the better move is, and that move drawn on it. */
export function drawMoment(canvas: HTMLCanvasElement, view: View, outline: Outline, marks: Marked): void {
  const map = shapeOf(
    outline,
    view.regions.map((region) => symbolsOf(region, view.title).length),
    false,
  )
  const poleOf = (spot: number | string): readonly [number, number] | undefined =>
    typeof spot === 'number' ? map.shapes.find((shape) => shape.id === spot)?.pole : undefined
  const cut = cutOut(canvas, map, marks.spots.map(poleOf).find(Boolean))
  const [board, context] = [boardOf(view, map, cut.scale), canvas.getContext('2d')]
  if (!board || !context) return
  context.drawImage(board, -cut.x * cut.scale, -cut.y * cut.scale)
  context.setTransform(cut.scale, 0, 0, cut.scale, -cut.x * cut.scale, -cut.y * cut.scale)
  drawMarks(context, marks, (spot) => {
    const pole = poleOf(spot)
    return pole ? { x: pole[0], y: pole[1], unit: map.unit } : null
  })
}

/** The whole board on a canvas of its own: painting takes the canvas it is given for the board. */
function boardOf(view: View, map: MapShape, scale: number): HTMLCanvasElement | null {
  const whole = document.createElement('canvas')
  whole.width = Math.round(map.width * scale)
  whole.height = Math.round(map.height * scale)
  const context = whole.getContext('2d')
  if (!context) return null
  drawBoard(context, view, map, scale)
  return whole
}

function drawBoard(context: CanvasRenderingContext2D, view: View, map: MapShape, scale: number): void {
  paintTerrain(
    context,
    map,
    view.regions.map((region) => region.terrain),
    view.title,
    scale,
    view.regions.map((region) => region.features),
  )
  for (const shape of map.shapes) {
    const region = view.regions[shape.id]
    if (!region || region.seat === null) continue
    const style = seatStyle(region.seat)
    const path = new Path2D(shape.path)
    context.save()
    context.clip(path)
    context.strokeStyle = style.colour
    context.lineWidth = map.unit * 0.6
    if (region.mode !== 'active') context.setLineDash([map.unit * 0.4, map.unit * 0.3])
    context.stroke(path)
    context.restore()
    context.save()
    context.translate(...shape.pole)
    context.scale(map.unit, map.unit)
    context.fillStyle = region.mode === 'active' ? style.colour : '#E9DFC8'
    context.strokeStyle = region.mode === 'active' ? '#1D140C' : style.colour
    context.lineWidth = region.mode === 'active' ? 0.1 : 0.22
    const token = new Path2D(SILHOUETTES[style.shape])
    context.fill(token)
    context.stroke(token)
    context.scale(0.0023, 0.0023)
    context.translate(-256, -256)
    context.fillStyle = region.mode === 'active' ? style.glyph : '#4A3F33'
    context.fill(new Path2D(glyphs.path(region.holder ?? '', view.title)))
    context.restore()
  }
}

function writePanel(
  context: CanvasRenderingContext2D,
  height: number,
  heading: string,
  ranking: readonly Ranked[],
): void {
  const left = WIDTH - PANEL
  const type = fonts()
  context.setTransform(1, 0, 0, 1, 0, 0)
  context.fillStyle = '#FCF7EA'
  context.fillRect(left, 0, PANEL, height)
  context.fillStyle = '#2B2118'
  context.font = type.heading
  let y = 60
  for (const line of wrap(context, heading, PANEL - 56)) {
    context.fillText(line, left + 28, y)
    y += 40
  }
  y += 20
  for (const row of ranking) {
    const style = seatStyle(row.seat)
    context.save()
    context.translate(left + 44, y)
    context.scale(15, 15)
    context.fillStyle = style.colour
    context.fill(new Path2D(SILHOUETTES[style.shape]))
    context.restore()
    context.fillStyle = '#2B2118'
    context.font = type.row
    context.fillText(row.name, left + 74, y + 8, PANEL - 160)
    context.textAlign = 'right'
    context.fillText(String(row.coins), WIDTH - 32, y + 8)
    context.textAlign = 'left'
    y += 50
  }
  context.fillStyle = '#75634C'
  context.font = type.small
  context.fillText(SIGNED, left + 28, height - 28)
}
