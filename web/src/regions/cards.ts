/** What the cards of a table of regions say. */

import { cap, named, t } from '../lib/i18n.svelte'
import type { Choice, Combo, RegionView, SeatView, Thing, Tribe } from '../lib/types'
import type { Card, CardPart } from '../table/cards.svelte'

const part = (chapter: string, unit: string): CardPart => ({
  unit,
  rule: `${chapter}.${unit}`,
  about: t(`about.${unit}`),
})

/** A people to choose; with the answer that takes it, where it can be taken now. */
export function comboCard(combo: Combo, choice?: Choice, go?: (choice: Choice) => void): Card {
  return {
    id: `combo ${combo.race}`,
    over: cap(named(combo.power)),
    heading: cap(named(combo.race)),
    glyphs: [combo.power, combo.race],
    facts: [
      t('table.n_tokens', { n: combo.tokens }),
      combo.price ? t('table.price_coins', { n: combo.price }) : cap(t('table.free')),
      ...(combo.coins ? [t('table.coins_on_it', { n: combo.coins })] : []),
    ],
    parts: [part('power', combo.power), part('race', combo.race)],
    ...(choice && go
      ? { act: { word: t(choice.verb === 'swap' ? 'table.swap_people' : 'table.take_people'), go: () => go(choice) } }
      : {}),
  }
}

/** A people at the table. */
export function tribeCard(tribe: Tribe): Card {
  const units = tribe.power ? [part('power', tribe.power)] : []
  return {
    id: `tribe ${tribe.race}`,
    over: tribe.mode === 'active' ? cap(named(tribe.power)) : t('table.in_decline'),
    heading: cap(named(tribe.race)),
    glyphs: tribe.power && tribe.mode === 'active' ? [tribe.power, tribe.race] : [tribe.race],
    facts: [
      t('table.n_regions', { n: tribe.regions.length }),
      t('table.n_tokens', { n: tribe.tokens + tribe.hand + tribe.retreat }),
    ],
    parts: [...units, part('race', tribe.race)],
  }
}

const rule = (id: string, picture: string): CardPart => ({ unit: picture, rule: id })
const counted = (seat: SeatView): string =>
  seat.coins === null ? cap(t('table.card.coins_hidden')) : t('table.card.coins', { n: seat.coins })

/** What a player has, and what it can do. */
export function playerCard(seat: SeatView, name: string): Card {
  const active = seat.tribes.find(({ mode }) => mode === 'active')
  const regions = seat.tribes.reduce((sum, tribe) => sum + tribe.regions.length, 0)
  return {
    id: `player ${seat.seat}`,
    heading: name,
    glyphs: active ? [...(active.power ? [active.power] : []), active.race] : ['coin'],
    facts: [
      counted(seat),
      t('table.n_regions', { n: regions }),
      ...(active ? [t('table.n_in_hand', { n: active.hand })] : []),
    ],
    parts: [
      rule('scoring.per_region', 'coin'),
      ...(active ? [...(active.power ? [part('power', active.power)] : []), part('race', active.race)] : []),
    ],
  }
}

/** A player's coins, and whether others may know how many. */
export function coinsCard(seat: SeatView, name: string): Card {
  return {
    id: `coins ${seat.seat}`,
    over: name,
    heading: cap(t('table.coins')),
    glyphs: ['coin'],
    facts: [counted(seat)],
    parts: [rule('secret.coins', 'coin'), rule('secret.open', 'log'), rule('scoring.per_region', 'home')],
  }
}

/** A relic, artifact or place. */
export function thingCard(thing: Thing, region: RegionView | undefined): Card {
  return {
    id: `thing ${thing.name}`,
    over: cap(t(`table.kind.${thing.chapter}`)),
    heading: cap(named(thing.name)),
    glyphs: [thing.name],
    facts: [
      thing.seat === null || thing.seat < 0
        ? t('table.thing.free')
        : thing.serving
          ? t('table.thing.serves', { seat: thing.seat, keeper: thing.keeper })
          : t('table.thing.idle', { keeper: thing.keeper }),
      ...(thing.used ? [t('table.thing.used')] : []),
    ],
    parts: [part(thing.chapter, thing.name), ...(thing.lent ? [part('power', thing.lent)] : [])],
    lights: region?.id ?? null,
  }
}
