/** Units and maps that are kept on the server: one's own, and those that people published. */

import { address } from '../../lib/address.svelte'
import { get, post } from '../../lib/api'
import { prefs } from '../../lib/prefs.svelte'
import type { TableInfo } from '../../lib/types'
import type { Outline } from '../../regions/map/geometry'
import type { Figures, Share } from './lab.svelte'
import type { MapData, Place } from './maps/drafts'
import type { Table } from './toml'

export type Measure = Omit<Figures, 'longest' | 'played' | 'seconds'>
/** What every work has. */
export interface Made {
  id: string
  title: string
  name: string
  author: string
  mine: boolean
  plays: number
  copied: string | null
  published: number | null
  taken_down: boolean
}
export interface UnitCard extends Made {
  kind: 'race' | 'power' | 'relic' | 'place' | 'artifact'
  unit: string
  icon: string
  tokens: number
  sentences: string[]
  figures: Measure | null
  won: number
}
export interface WholeUnit extends UnitCard {
  data: Table
  option: [string, string]
}
/** How the seats of a map fare. */
export interface SeatShares {
  players: number
  games: number
  even: number
  seats: (Share & { seat: number })[]
  uneven: number[]
}
export interface MapCard extends Made {
  kind: 'regions' | 'hexes'
  map: string
  /** For how many it is; 0: any number. */
  players: number
  figures: SeatShares | null
  sketch: { aspect: number; regions: { terrain: string; at: Place[] }[]; open: Place[]; rows: string[] }
}
export interface WholeMap extends MapCard {
  data: MapData
  text: string
  option: [string, string]
  outline: Outline | null
}
export type Which = 'published' | 'played' | 'mine'
/** The shelves of the gallery: units, and the atlas of maps. */
export type Shelf = 'units' | 'atlas'

function list<T>(shelf: Shelf, which: Which, wishes: Record<string, string>): Promise<T> {
  const query = new URLSearchParams({ which, lang: prefs.lang, ...wishes })
  return get(`/workshop/${shelf}?${query.toString()}`)
}

export const listed = (
  which: Which,
  wishes: Record<string, string>,
): Promise<{ units: UnitCard[]; next: string | null }> => list('units', which, wishes)

export const listedMaps = (
  which: Which,
  wishes: Record<string, string>,
): Promise<{ maps: MapCard[]; next: string | null }> => list('atlas', which, wishes)

export const unitOf = (id: string): Promise<WholeUnit> => get(`/workshop/units/${id}?lang=${prefs.lang}`)
export const mapOf = (id: string): Promise<WholeMap> => get(`/workshop/atlas/${id}?lang=${prefs.lang}`)

/** A table with two bots at which a unit is dealt first. */
export const tableWith = (title: string, [name, value]: readonly [string, string]): Promise<void> =>
  begin(title, 3, { options: { [name]: value }, first: name.replace('unit.', '') })

/** A table with bots on a map; of one for any number two play. */
export const tableOn = (title: string, players: number, options: Table): Promise<void> =>
  begin(title, players || 2, { options })

async function begin(title: string, players: number, more: Table): Promise<void> {
  const bots = Array.from({ length: players - 1 }, () => ({ kind: 'bot', level: 'greedy' }))
  const made = await post<{ table: TableInfo; key: string | null }>('/games', {
    title,
    seats: [{ kind: 'me' }, ...bots],
    lang: prefs.lang,
    listed: false,
    ...more,
  })
  if (made.key) localStorage.setItem(`terrarium.key.${made.table.id}`, `${made.table.you}:${made.key}`)
  address.go(`/g/${made.table.id}`)
}

/** A file to keep. */
export function saveFile(name: string, text: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/toml' }))
  link.download = `${name}.toml`
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 1000)
}
