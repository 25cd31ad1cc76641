/** What one title alone shows, beside what all titles with regions do. */

import type { MapShape, Shape } from '../map/geometry'
import type { Palette } from '../map/palette'
import type { Context } from './brush'

/** Colours of the tokens that belong to nobody. */
export interface Natives {
  fill: string
  edge: string
  stitch: string
  glyph: string
}

export interface MapFile {
  regions: { id: number; features: string[]; placeholder?: boolean }[]
}

/** The picture of a title: a map, the part of it that is shown, and tokens: region, seat, race, number, in decline. */
export interface Art {
  map: string
  file: () => Promise<{ default: MapFile }>
  box: [number, number, number, number]
  tokens: [number, number, string, number, boolean][]
}

export interface Look {
  palette: Palette
  natives: Natives
  /** What stands in for its natives where they guard a hidden marker: in a mixed game they come from below. */
  guards?: { glyph: string; colours: Natives }
  /** Painted before the regions. */
  paintGround?: (context: Context, map: MapShape) => void
  /** Painted into a region, over its terrain. */
  paintRegion?: (context: Context, shape: Shape, terrain: string, features: readonly string[], unit: number) => void
  /** Are places where one enters shown? Where the board ends nobody needs to be told; islands show it. */
  entries?: boolean
  /** Signs of its maps that the legend explains, with their glyphs where these are called otherwise. */
  signs?: { id: string; icon?: string }[]
  /** Its map files, where some regions stand in for what is not known. */
  maps?: Record<string, () => Promise<unknown>>
  art?: Art
}
