/** Outlines and printed symbols of the maps, each a chunk of its own. */

import { get } from '../../lib/api'
import { houseMap } from '../../lib/guests.svelte'
import type { MapFile } from '../look/look'
import { lookOf } from '../look/looks'
import { archipelago } from './archipelago'
import type { Outline } from './geometry'

const outlines = import.meta.glob<Outline>('../../../../src/terrarium/maps_outlines/*/*.json', { import: 'default' })

/** The outline of a map; null where the title has none (yet). Islands, `l1a+s2b`, are laid out for a window of
 * this shape. */
export async function outlineOf(title: string, map: string, aspect = 1.6): Promise<Outline | null> {
  if (map.includes('+')) {
    const islands = await Promise.all(map.split('+').map((name) => outlineOf(title, name)))
    return islands.every((island) => island !== null) ? archipelago(islands, aspect) : null
  }
  const read = outlines[`../../../../src/terrarium/maps_outlines/${title}/${map}.json`]
  return read ? await read() : null
}

/** The outline of the map at a table: of the box, or of somebody's own, which the server draws. */
export async function tableOutline(
  { id, title, map, options }: { id: string; title: string; map: string; options: Readonly<Record<string, string>> },
  aspect = 1.6,
): Promise<Outline | null> {
  if (!houseMap(options)) return outlineOf(title, map, aspect)
  const { outline, beside } = await get<{ outline: Outline | null; beside: string[] }>(`/games/${id}/map`)
  return outline && withBoards(title, outline, beside, aspect)
}

/** A map of somebody's own with boards of the box beside it, whose regions follow its own. */
export async function withBoards(
  title: string,
  own: Outline,
  beside: readonly string[],
  aspect = 1.6,
): Promise<Outline | null> {
  if (!beside.length) return own
  const boards = await Promise.all(beside.map((name) => outlineOf(title, name)))
  return boards.every((board) => board !== null) ? archipelago([own, ...boards], aspect) : null
}

/** Regions whose printed symbols are not known: the map file marks those that stand in for them. */
export async function inventedIn(title: string, map: string): Promise<Set<number>> {
  const { maps = {} } = lookOf(title)
  const name = Object.keys(maps).find((path) => path.endsWith(`/${map}.json`))
  const file = name ? ((await maps[name]!()) as MapFile) : undefined
  return new Set(file?.regions.filter((region) => region.placeholder).map((region) => region.id))
}

/** Features that are drawn as a medallion; the others are terrain, or say where the board ends. */
const HIDDEN = new Set(['edge', 'coastal', 'shore', 'monster', 'murloc', 'volcano'])

/** The printed signs of a region in words. */
export function tagsOf(region: { terrain: string; features: readonly string[] }, title: string): string[] {
  return [...symbolsOf(region, title), ...region.features.filter((name) => name === 'volcano')]
}

export function symbolsOf(region: { terrain: string; features: readonly string[] }, title = ''): string[] {
  return region.features.filter(
    (name) => name !== region.terrain && !HIDDEN.has(name) && (name !== 'entry' || lookOf(title).entries),
  )
}
