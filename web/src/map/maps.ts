/** Outlines and printed symbols of the maps, each a chunk of its own. */

import type { Outline } from './geometry'

const outlines = import.meta.glob<Outline>('../../../src/terrarium/maps_outlines/*/*.json', { import: 'default' })

/** The outline of a map; null where the title has none (yet). */
export async function outlineOf(title: string, map: string): Promise<Outline | null> {
  const read = outlines[`../../../src/terrarium/maps_outlines/${title}/${map}.json`]
  return read ? await read() : null
}

/** Features that are drawn as a medallion; the others are terrain, or say where the board ends. */
const HIDDEN = new Set(['edge', 'entry', 'coastal', 'shore'])

export function symbolsOf(region: { terrain: string; features: readonly string[] }): string[] {
  return region.features.filter((name) => name !== region.terrain && !HIDDEN.has(name))
}
