/** What the cards of a table of hexes say: what a thing is, its numbers now, and the statements behind it. */

import { cap, named, t } from '../lib/i18n.svelte'
import type { Card, CardPart } from '../table/cards.svelte'
import { listed } from './interaction.svelte'
import { aboutTile, ruleOf } from './labels'
import { short } from './names'
import type { CultView, Goods, HexView, Looker, MysticSeat, MysticView, TileView } from './types'

/** A statement of the book by its name; the picture before it. */
const rule = (id: string, picture: string): CardPart => ({ unit: picture, rule: id })

/** What has a line of its own: a tile, a card, a faction. */
const about = (id: string, unit: string): CardPart => ({ unit, rule: id, about: t(`about.${unit}`) })

/** Amounts of goods as words. */
const told = (goods: Goods | undefined): string =>
  listed(goods)
    .map(([what, n]) => `${n} ${t('mystica.good', { what, n })}`)
    .join(t('table.comma'))

export const nameOf = ({ names, you }: Looker, seat: number): string =>
  seat === you ? t('table.you') : (names[seat] ?? '')
const mine = ({ view, you }: Looker): MysticSeat | undefined =>
  you === null || !view.seats[you]?.faction ? undefined : view.seats[you]
const usage = (used: boolean): string => t(used ? 'mystica.used' : 'mystica.card.free')
const facts = (...found: (string | false | undefined)[]): string[] =>
  found.filter((fact) => typeof fact === 'string').map(cap)

/** Statements beside that of a power action. */
const BEHIND: Record<string, CardPart> = {
  act1: rule('bridges', 'bridge'),
  act2: rule('goods.priests', 'priests'),
  act5: rule('spades.sources', 'spade'),
  act6: rule('spades.sources', 'spade'),
}

/** One of the six power actions. */
export function actionCard(action: string, looker: Looker): Card | null {
  const found = looker.view.power_actions.find((act) => act.action === action)
  if (!found) return null
  const seat = mine(looker)
  return {
    id: `action ${action}`,
    over: t('mystica.power_actions'),
    heading: short(action),
    glyphs: [action === 'act6' ? 'act5' : action],
    facts: facts(
      t('mystica.costs_power', { n: found.power }),
      usage(found.used),
      seat && t('mystica.card.spend', { n: seat.power }),
    ),
    parts: [rule('magic.actions', 'power'), ...(BEHIND[action] ? [BEHIND[action]] : [])],
  }
}

/** The action of somebody's stronghold. */
export function strongholdCard(seat: MysticSeat): Card {
  return {
    id: `stronghold ${seat.seat}`,
    over: cap(named('stronghold')),
    heading: short(seat.stronghold_action),
    glyphs: [seat.stronghold_action],
    facts: facts(usage(seat.used.includes('stronghold'))),
    parts: [about(`faction.${seat.faction}`, seat.faction), rule('special.stronghold', 'stronghold')],
  }
}

const KINDS: [RegExp, string, CardPart][] = [
  [/^fav/, 'mystica.favors', rule('upgrade.favor_kinds', 'temple')],
  [/^bon/, 'mystica.cards', rule('pass.card', 'pass')],
  [/^tw/, 'mystica.towns', rule('towns.tile', 'town')],
]
/** Tiles and cards with an action: its space on a board, its statement. */
const SPACES: Record<string, [string, string]> = {
  bon1: ['card', 'special.card'],
  bon2: ['card', 'special.card'],
  fav6: ['fav6', 'special.favor'],
}

/** A bonus card, favor tile or town tile, in the middle or with the seat that has it. */
export function tileCard(tile: string, looker: Looker, holder?: MysticSeat): Card | null {
  const kind = KINDS.find(([start]) => start.test(tile))
  if (!kind) return null
  const { view } = looker
  const card = view.cards.find((entry) => entry.card === tile)
  const left = [...view.favors, ...view.towns].find((entry) => entry.tile === tile)?.left
  const owners = view.seats.filter(
    (seat) => seat.card === tile || seat.favors?.includes(tile) || seat.towns?.includes(tile),
  )
  const [space, statement] = SPACES[tile] ?? []
  return {
    id: `tile ${tile}`,
    over: t(kind[1]),
    heading: short(tile),
    glyphs: [tile],
    facts: facts(
      left !== undefined && t('mystica.tiles_left', { n: left }),
      card && card.coins > 0 && t('table.coins_on_it', { n: card.coins }),
      owners.length > 0 &&
        t('mystica.card.held', { who: owners.map(({ seat }) => nameOf(looker, seat)).join(t('table.comma')) }),
      !!space && holder && usage(holder.used.includes(space)),
    ),
    parts: [
      { unit: tile, rule: ruleOf(tile), about: aboutTile(tile) },
      ...(statement ? [rule(statement, 'special')] : []),
      kind[2],
    ],
  }
}

const when = (view: MysticView, round: number): string => {
  if (view.over || round < view.round) return 'past'
  return round === view.round ? 'now' : 'later'
}

/** What a tile pays for a cult at the end of its round. */
const pays = (tile: TileView): string =>
  t('mystica.cult_pays', { cult: tile.cult, per: tile.per, n: tile.amount, what: named(tile.pays) })

/** The scoring tile of a round. */
export function roundCard(n: number, looker: Looker): Card | null {
  const { view } = looker
  const tile = view.round_tiles[n]
  if (!tile?.tile) return null
  const last = n + 1 === view.rounds
  const seat = mine(looker)
  const now = n + 1 === view.round && !view.over
  return {
    id: `round ${n}`,
    over: t('table.round_n', { n: n + 1 }),
    heading: short(tile.tile),
    glyphs: [Object.keys(tile.scores ?? {})[0] ?? tile.tile],
    facts: facts(
      t('mystica.card.when', { when: when(view, n + 1) }),
      ...Object.entries(tile.scores ?? {}).map(([what, points]) =>
        t('mystica.card.scores', { what: named(what), n: points }),
      ),
      !last && !!tile.cult && pays(tile),
      now && seat && !!told(seat.reward) && t('mystica.card.reward', { goods: told(seat.reward) }),
    ),
    parts: [
      { unit: tile.tile, rule: ruleOf(tile.tile), about: aboutTile(tile.tile) },
      rule('round.tile', 'vp'),
      rule('round.cult_reward', 'special'),
    ],
  }
}

/** A cult: who stands where, what a climb brings next, which spaces are free for priests, what the round pays. */
export function cultCard(cult: CultView, looker: Looker): Card {
  const { view } = looker
  const seat = mine(looker)
  const own = seat ? (cult.steps[seat.seat] ?? 0) : 0
  const next = Object.entries(cult.power).find(([step]) => Number(step) > own)
  const free = cult.worth.filter((_, n) => cult.spaces[n]! < 0)
  const tile = view.round_tiles[view.round - 1]
  return {
    id: `cult ${cult.track}`,
    over: t('mystica.cults'),
    heading: cap(named(cult.track)),
    glyphs: [cult.track],
    facts: facts(
      ...view.order
        .filter((other) => view.seats[other]?.faction)
        .map((other) => t('mystica.card.step', { who: nameOf(looker, other), n: cult.steps[other] ?? 0 })),
      next && t('mystica.card.next', { step: next[0], n: next[1] }),
      t('mystica.card.spaces', { n: free.length, list: free.join(t('table.comma')) }),
      tile?.cult === cult.track && view.round < view.rounds && !view.over && pays(tile),
    ),
    parts: [
      rule('cults.power', 'power'),
      rule('cults.send', 'priests'),
      rule('cults.ten', 'keys'),
      rule('end.cults', 'vp'),
    ],
  }
}

/** The three bowls of power. */
export function bowlsCard(seat: MysticSeat): Card {
  const more = seat.power - (seat.bowls[2] ?? 0)
  return {
    id: `bowls ${seat.seat}`,
    over: named(seat.faction),
    heading: t('mystica.bowls'),
    glyphs: ['power'],
    facts: facts(
      ...seat.bowls.map((n, place) => t('mystica.card.bowl', { place: place + 1, n })),
      more > 0 && t('mystica.card.burn', { n: more }),
    ),
    parts: [rule('magic.bowls', 'power'), rule('magic.burn', 'burn'), rule('convert.rates', 'convert')],
  }
}

const STOCK: Record<string, CardPart[]> = {
  coins: [rule('goods.unlimited', 'coins'), rule('convert.rates', 'convert'), rule('end.goods', 'vp')],
  workers: [rule('goods.unlimited', 'workers'), rule('convert.rates', 'convert')],
  priests: [rule('goods.priests', 'priests'), rule('cults.send', 'special'), rule('convert.rates', 'convert')],
  keys: [rule('towns.tile', 'town'), rule('cults.ten', 'keys')],
}

/** Coins, workers, priests or keys of a seat. */
export function goodsCard(what: 'coins' | 'workers' | 'priests' | 'keys', seat: MysticSeat): Card {
  const income = what === 'keys' ? 0 : seat.income[what]
  return {
    id: `goods ${what} ${seat.seat}`,
    over: named(seat.faction),
    heading: cap(named(what)),
    glyphs: [what],
    facts: facts(
      told({ [what]: seat[what] }) || `0 ${t('mystica.good', { what, n: 0 })}`,
      !!income && t('mystica.card.income', { goods: told({ [what]: income }) }),
    ),
    parts: STOCK[what] ?? [],
  }
}

const WORKS: Record<string, CardPart[]> = {
  dwelling: [rule('build.dwelling', 'dwelling')],
  trading_house: [rule('upgrade.path', 'trading_house'), rule('upgrade.discount', 'coins')],
  temple: [rule('upgrade.path', 'temple'), rule('upgrade.favor', 'special')],
  stronghold: [rule('upgrade.path', 'stronghold'), rule('upgrade.stronghold', 'special')],
  sanctuary: [rule('upgrade.path', 'sanctuary'), rule('upgrade.favor', 'special'), rule('towns.sanctuary', 'town')],
}

/** A kind of building on a faction's board: its price, how many are left, what the next brings each round. */
export function buildingCard(kind: string, seat: MysticSeat): Card {
  const next = seat.tracks[kind]?.[seat.buildings[kind] ?? 0]
  return {
    id: `building ${kind} ${seat.seat}`,
    over: named(seat.faction),
    heading: cap(named(kind)),
    glyphs: [kind],
    facts: facts(
      t('mystica.card.price', { goods: told(seat.costs[kind]) }),
      t('mystica.card.pieces', { n: seat.left[kind] ?? 0 }),
      !!told(next) && t('mystica.card.brings', { goods: told(next) }),
    ),
    parts: [...(WORKS[kind] ?? []), rule('components.values', 'power')],
  }
}

/** How far a faction reaches over water, or what its spades cost. */
export function trackCard(what: 'shipping' | 'digging', seat: MysticSeat): Card {
  const { level, max } = seat[what]
  const { workers, priests } = seat.digging
  return {
    id: `track ${what} ${seat.seat}`,
    over: named(seat.faction),
    heading: cap(named(what)),
    glyphs: [what],
    facts: facts(
      max > 0 && t('mystica.card.level', { n: level, max }),
      what === 'digging' && t('mystica.card.spade', { goods: told(priests ? { priests } : { workers }) }),
    ),
    parts:
      what === 'shipping'
        ? [rule('reach.adjacent', 'shipping'), rule('shipping.action', 'upgrade')]
        : [rule('spades.price', 'spade'), rule(max > 0 ? 'digging.action' : 'digging.none', 'upgrade')],
  }
}

/** A player: the faction, its points and goods, what it can expect. */
export function seatCard(seat: MysticSeat, looker: Looker): Card | null {
  if (!seat.faction) return null
  const { coins, workers, priests } = seat
  const playing = !looker.view.over
  return {
    id: `seat ${seat.seat}`,
    over: nameOf(looker, seat.seat),
    heading: named(seat.faction),
    glyphs: [seat.faction],
    facts: facts(
      `${seat.vp} ${t('mystica.vp')}`,
      t('mystica.card.home', { terrain: seat.home }),
      told({ workers, coins, priests, power: seat.power }),
      playing && !!told(seat.income) && t('mystica.card.income', { goods: told(seat.income) }),
      playing && !!told(seat.reward) && t('mystica.card.reward', { goods: told(seat.reward) }),
      playing && seat.pass_vp > 0 && t('mystica.card.pass', { n: seat.pass_vp }),
      seat.passed && t('mystica.passed'),
    ),
    parts: [about(`faction.${seat.faction}`, seat.faction), rule('round.income', 'coins')],
  }
}

/** Who could take power from a building put up or upgraded here, and what it would cost them. */
export function offersAt(hex: HexView, looker: Looker): string[] {
  const builder = hex.seat ?? looker.you ?? -1
  const found = (hex.offers ?? []).flatMap((n, seat) => (n > 0 && seat !== builder ? [{ n, seat }] : []))
  if (!found.length) return [t('mystica.card.no_offer')]
  return found.map(({ n, seat }) => cap(t('mystica.card.offer', { who: nameOf(looker, seat), n, vp: n - 1 })))
}
