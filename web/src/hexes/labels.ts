/** How an answer is called and pictured. */

import { named, t } from '../lib/i18n.svelte'
import { short } from './names'
import type { MysticChoice, MysticView } from './types'

/** The action behind a name that stands for a place: my card, my tile, my stronghold. */
function actionName(choice: MysticChoice): string {
  const action = choice.facts.action ?? ''
  if (action === 'bridge') return named('acte')
  return action === 'card' || action === 'stronghold' ? t(`mystica.action.${action}`) : short(action)
}

export function label(choice: MysticChoice): string {
  const { facts, verb } = choice
  switch (verb) {
    case 'build':
      return t('mystica.do.build', { hex: facts.hex })
    case 'transform':
      return t(facts.long ? 'mystica.do.transform_long' : 'mystica.do.transform', {
        hex: facts.hex,
        terrain: facts.terrain,
      })
    case 'upgrade':
      return t('mystica.do.upgrade', { hex: facts.hex, building: facts.building })
    case 'bridge':
      return t('mystica.do.bridge', { site: facts.site })
    case 'connect':
      return t('mystica.do.connect', { river: facts.river })
    case 'advance':
      return t(`mystica.do.${choice.text.split(' ')[1]}`)
    case 'send':
      return t('mystica.do.send', { track: facts.track, steps: facts.steps })
    case 'action':
      return actionName(choice)
    case 'convert':
      return t(`mystica.do.${choice.text.replaceAll(' ', '_')}`)
    case 'burn':
      return t('mystica.do.burn')
    case 'pass':
      return facts.card ? t('mystica.do.pass_card', { card: short(facts.card) }) : t('mystica.do.pass')
    case 'leech':
      return t(choice.text === 'leech take' ? 'mystica.do.take' : 'mystica.do.decline', {
        n: facts.power,
        vp: facts.vp,
      })
    case 'faction':
      return named(facts.faction)
    case 'card':
      return short(facts.card ?? '')
    case 'favor':
    case 'town':
      return short(facts.tile ?? '')
    case 'cult':
    case 'stay':
      return t(`mystica.do.${verb}`, { track: facts.track })
    case 'ordain':
      return t('mystica.do.ordain', { n: facts.n })
    default:
      return t(`mystica.do.${verb}`)
  }
}

export function pictureOf(choice: MysticChoice): string {
  const { facts, verb } = choice
  if (verb === 'action' && facts.action === 'card') return 'card'
  if (verb === 'advance') return choice.text.endsWith('shipping') ? 'shipping' : 'digging'
  if (verb === 'leech') return choice.text === 'leech take' ? 'power' : 'close'
  if (verb === 'done' || verb === 'leave') return verb === 'done' ? 'flag' : 'abandon'
  if (verb === 'connect') return 'town'
  if (verb === 'send' || verb === 'ordain') return facts.track ?? 'priests'
  return (
    facts.faction ??
    facts.tile ??
    facts.card ??
    facts.track ??
    (verb === 'action' ? facts.action : undefined) ??
    (verb === 'upgrade' || verb === 'build' ? facts.building : undefined) ??
    (verb === 'transform' ? 'spade' : verb)
  )
}

export const GROUP_ICONS: Record<string, string> = {
  land: 'spade',
  upgrade: 'upgrade',
  bridge: 'bridge',
  connect: 'town',
  advance: 'shipping',
  send: 'priests',
  power: 'power',
  special: 'special',
  convert: 'convert',
  pass: 'pass',
  leave: 'abandon',
}

/** The rulebook's section of a tile or a card, by how its id begins. */
const SECTIONS: [RegExp, string][] = [
  [/^fav/, 'favor'],
  [/^bon/, 'card'],
  [/^tw/, 'town'],
  [/^score/, 'tile'],
]

/** The statement about a tile or a card; empty where there is none. */
export function ruleOf(tile: string): string {
  const section = SECTIONS.find(([start]) => start.test(tile))?.[1]
  return section ? `${section}.${tile}` : ''
}

/** What a tile or a card does, with its numbers: cult and steps, income, points, actions. */
export const aboutTile = (tile: string): string => (ruleOf(tile) ? t(`about.${tile}`) : '')

/** Lines more about an answer: what a faction can, what a tile or a card does, how many are left, what lies on it. */
export function notesOf(choice: MysticChoice, view: MysticView): string[] {
  const { faction, tile = '', card = '' } = choice.facts
  if (choice.verb === 'faction') return [t(`about.${faction}`)]
  if (choice.verb === 'favor')
    return [
      aboutTile(tile),
      t('mystica.tiles_left', { n: view.favors.find((favor) => favor.tile === tile)?.left ?? 0 }),
    ]
  if (choice.verb === 'town')
    return [aboutTile(tile), t('mystica.tiles_left', { n: view.towns.find((town) => town.tile === tile)?.left ?? 0 })]
  if (!card || (choice.verb !== 'card' && choice.verb !== 'pass')) return []
  const coins = view.cards.find((entry) => entry.card === card)?.coins ?? 0
  return coins ? [aboutTile(card), t('table.coins_on_it', { n: coins })] : [aboutTile(card)]
}
