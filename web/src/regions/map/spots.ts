/** Everything that is drawn in one region, as one record: a region whose record stays the same is not touched. */

import type { RegionView } from '../../lib/types'
import type { MapShape, Shape } from './geometry'
import { symbolsOf } from './maps'

export interface Target {
  price?: number | string
  die?: number
  toll?: number
  travel?: boolean
  /** By how much a sentence of a unit changes the price. */
  change?: string
}

export interface Spot {
  id: number
  shape: Shape
  region: RegionView
  target: Target | null
  /** Tokens to show instead of what stands there, while they are being moved; null where none are. */
  count: number | null
  /** Nothing can be done here now: it steps back. */
  veiled: boolean
  /** It changed since my last turn. */
  recent: boolean
  symbols: string[]
  /** Pieces beside tokens, relics and places among them. */
  laid: { name: string; n: number; thing: boolean }[]
  /** The side its people are on. */
  crest: string | undefined
}

export interface Scene {
  title: string
  regions: readonly RegionView[]
  targets: ReadonlyMap<number, Target>
  counts: ReadonlyMap<number, number> | null
  selected: ReadonlySet<number>
  recent: ReadonlySet<number>
  veiled: boolean
  /** My seat: what I hold is never veiled. */
  mine: number | null
  /** Names of relics, artifacts and places, which lie in regions as cards. */
  things: ReadonlySet<string>
  /** The side each race is on. */
  factions: Record<string, string> | undefined
}

export function spotsOf(map: MapShape, scene: Scene): Spot[] {
  const { regions, targets, counts, selected, recent } = scene
  return map.shapes.flatMap((shape) => {
    const region = regions[shape.id]
    if (!region) return []
    const target = targets.get(shape.id)
    const own = region.seat === scene.mine && region.mode === 'active'
    return [
      {
        id: shape.id,
        shape,
        region,
        target: target ? { ...target } : null,
        count: counts?.get(shape.id) ?? null,
        veiled: scene.veiled && !target && !own && !counts?.has(shape.id) && !selected.has(shape.id),
        recent: recent.has(shape.id),
        symbols: symbolsOf(region, scene.title),
        laid: Object.entries(region.marks ?? {})
          .filter(([, n]) => n > 0)
          .map(([name, n]) => ({ name, n, thing: scene.things.has(name) })),
        crest: region.holder === null ? undefined : scene.factions?.[region.holder],
      },
    ]
  })
}
