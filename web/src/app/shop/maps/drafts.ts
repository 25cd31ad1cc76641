/** Maps that this browser keeps, and what the server says of one. */

import { post } from '../../../lib/api'
import { prefs } from '../../../lib/prefs.svelte'
import type { RegionView } from '../../../lib/types'
import type { Outline } from '../../../regions/map/geometry'
import { Shelf } from '../shelf.svelte'

export type Place = [number, number]
export interface Region {
  terrain: string
  symbols: string[]
  natives: number
  at: Place[]
  entry?: boolean
  /** Read off the drawing. */
  borders?: number[]
  edge?: boolean
}
export interface MapPage {
  id: string
  title: string
  name: Record<string, string>
  players?: number
  aspect?: number
  open?: Place[]
  /** Boards of the box that lie beside it. */
  beside?: string[]
  region?: Region[]
  rows?: string[]
}
export interface MapData {
  format: number
  map: MapPage
}
export interface Holds {
  kind: 'regions' | 'hexes'
  players: [number, number]
  terrains: string[]
  symbols: string[]
  /** Terrains that hold neither symbols nor natives. */
  closed: string[]
  natives: number
  /** The symbol that stands where natives stand. */
  sign: string
  islands: boolean
  /** Entries are marked one by one. */
  anchored: boolean
  /** A symbol that belongs on one terrain alone, and that terrain after a colon. */
  cellar: string
  letters: string
  rows: string[]
  /** Boards of the box that may lie beside islands of one's own, and those of each table by their first letters. */
  boards: string[]
  tables: Record<string, string>
}
export interface HouseMap {
  id: string
  name: string
  players: number
}
export interface Info {
  titles: string[]
  title: string
  holds: Holds
  house: HouseMap[]
}
export interface Fault {
  where: string
  code: string
  why: string
}
export interface Told {
  ok: boolean
  problems: Fault[]
  data: MapData
  text: string
  name: string
  players: number
  option: string[]
  outline: Outline | null
}
/** The maps that this browser keeps. */
export const ownMaps = new Shelf<MapData>(
  'terrarium.maps',
  '/workshop/atlas',
  20,
  (data) => typeof data.map === 'object',
)

/** Another draft, to be found on the sheet when it is opened next. */
export function bringMap(data: MapData, from: { saved?: string; copied?: string }): void {
  ownMaps.bring(data.map.title, plain(data), from)
}

/** The regions of a map as a table would show them before anybody has come. */
export function viewsOf(rows: Region[]): RegionView[] {
  return rows.map((row, id) => ({
    id,
    terrain: row.terrain,
    features: [row.terrain, ...row.symbols, ...(row.entry === true ? ['entry'] : [])],
    holder: row.natives ? 'natives' : null,
    seat: null,
    mode: null,
    tokens: row.natives,
    marks: {},
    immune: false,
  }))
}

export function nameOf({ map }: MapData): string {
  return map.name[prefs.lang] ?? Object.values(map.name)[0] ?? map.id
}

/** What the drawing tells is left out: it is read off anew. */
export function plain(data: MapData): MapData {
  const { region, ...page } = data.map
  if (!region) return data
  const rows = region.map((row) => {
    const left = { ...row }
    delete left.borders
    delete left.edge
    return left
  })
  return { ...data, map: { ...page, region: rows } }
}

/** What the server says of a draft; with its option if a game can be played on it. */
export async function toldOf(data: MapData): Promise<Told> {
  return post<Told>(`/workshop/maps/text?lang=${prefs.lang}`, { text: JSON.stringify(plain(data)) })
}
