/** A region in one sentence, for those who hear the map. */

import { cap, named, t, terrainName } from '../lib/i18n.svelte'
import type { RegionView } from '../lib/types'
import { holderOf } from './look/looks'
import { tagsOf } from './map/maps'
import type { Offers } from './offers.svelte'

export function describe(
  region: RegionView,
  title: string,
  names: readonly string[],
  offers: Offers,
  hand: number,
): string {
  const target = offers.targets.get(region.id)
  const tokens = offers.deployment?.counts.get(region.id) ?? region.tokens
  const owner = region.seat === null ? '' : names[region.seat]
  return [
    [cap(terrainName(region.terrain)), ...tagsOf(region, title).map(terrainName)].join(' '),
    region.holder
      ? t(region.mode === 'declined' ? 'table.card.declined' : 'table.card.holder', {
          race: holderOf(region, title),
          n: tokens,
          owner,
          natives: region.seat === null ? 'yes' : 'no',
        })
      : t('table.card.empty'),
    ...Object.entries(region.marks ?? {})
      .filter(([, n]) => n)
      .map(([name]) => named(name)),
    target?.price !== undefined ? t('table.card.costs', { n: target.price }) : '',
    target?.die ? t('table.card.die', { n: target.die, hand }) : '',
    offers.picks?.chosen.has(region.id) ? t('table.card.chosen') : '',
  ]
    .filter(Boolean)
    .join(t('table.comma'))
}
