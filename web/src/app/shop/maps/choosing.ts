/** The map that a new table is to have: a draft or one of the gallery, which travels with the
 * wish, or one that the house has. */

import { Unfinished } from '../bench.svelte'
import { mapOf } from '../gallery'
import { type MapData, toldOf } from './drafts'

export interface Chosen {
  key: string
  name: string
  data?: MapData
  house?: string
  /** Its number in the gallery. */
  kept?: string
}

/** What the wish for a table says of the map; the sentence of what is wrong with a draft is thrown. */
export async function wishOf(chosen: Chosen | null): Promise<{ map?: string; options: Record<string, string> }> {
  if (!chosen) return { options: {} }
  if (chosen.kept) return { options: Object.fromEntries([(await mapOf(chosen.kept)).option]) }
  if (!chosen.data) return { map: chosen.house ?? '', options: {} }
  const { option, problems } = await toldOf(chosen.data)
  const [name, value] = option
  if (!name || !value) throw new Unfinished(`${chosen.name}: ${problems[0]?.why ?? ''}`)
  return { options: { [name]: value } }
}
