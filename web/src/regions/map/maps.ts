/** Outlines and printed symbols of the maps, each a chunk of its own. */

import { archipelago } from '../look/warcraft/archipelago'
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

const files = import.meta.glob<{ regions: { id: number; placeholder?: boolean }[] }>(
  '../../../../src/terrarium/smallworld/underground/maps/*.json',
  { import: 'default' },
)

/** Regions whose printed symbols are not known: the map file marks those that stand in for them. */
export async function inventedIn(title: string, map: string): Promise<Set<number>> {
  const file = await files[`../../../../src/terrarium/smallworld/${title}/maps/${map}.json`]?.()
  return new Set(file?.regions.filter((region) => region.placeholder).map((region) => region.id))
}

/** Features that are drawn as a medallion; the others are terrain, or say where the board ends. */
const HIDDEN = new Set(['edge', 'coastal', 'shore', 'monster', 'murloc', 'volcano'])
/** Where the board ends nobody needs to be told where one enters; islands show it. */
const ANCHORS = new Set(['warcraft'])

/** The printed signs of a region in words. */
export function tagsOf(region: { terrain: string; features: readonly string[] }, title: string): string[] {
  return [...symbolsOf(region, title), ...region.features.filter((name) => name === 'volcano')]
}

export function symbolsOf(region: { terrain: string; features: readonly string[] }, title = ''): string[] {
  return region.features.filter(
    (name) => name !== region.terrain && !HIDDEN.has(name) && (name !== 'entry' || ANCHORS.has(title)),
  )
}
