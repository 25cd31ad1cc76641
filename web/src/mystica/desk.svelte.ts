/** What can be done now, sorted for the page: targets on the map, groups of buttons, a plan on a private copy. */

import { post, Refused } from '../lib/api'
import type { GameClient } from '../lib/game.svelte'
import type { Problem, Row } from '../lib/types'
import type { Goods, MysticChoice, MysticView } from './types'

export interface Target { key: string; choices: MysticChoice[]; lead: MysticChoice }
export interface Group { id: string; choices: MysticChoice[] }

interface Planned { view: MysticView; choices: MysticChoice[]; rows: Row[]; own: number }

const ON_MAP: Record<string, string> = { build: 'land', transform: 'land', upgrade: 'upgrade', bridge: 'bridge', connect: 'connect' }
const GROUP: Record<string, string> = {
  ...ON_MAP, advance: 'advance', send: 'send', action: 'power', convert: 'convert', burn: 'convert', pass: 'pass', leave: 'leave', done: 'done', leech: 'leech',
  faction: 'faction', card: 'card', cult: 'cult', favor: 'favor', town: 'town', stay: 'stay', ordain: 'ordain',
}
const SPECIAL = new Set(['card', 'fav6', 'stronghold', 'bridge'])
export const ORDER = ['land', 'upgrade', 'bridge', 'connect', 'advance', 'send', 'power', 'special', 'faction', 'card', 'cult', 'favor', 'town', 'stay', 'ordain', 'leech', 'convert', 'done', 'pass', 'leave']

export class Desk {
  /** The group whose answers are open, and which of the map's the overlay shows. */
  open = $state('')
  planned = $state.raw<Planned | null>(null)
  steps = $state.raw<string[]>([])
  problem = $state.raw<Problem | null>(null)
  busy = $state(false)

  constructor(private readonly game: GameClient) {}

  live = $derived.by(() => this.game.view as unknown as MysticView | null)
  planning = $derived.by(() => this.planned !== null)
  view = $derived.by<MysticView | null>(() => this.planned?.view ?? this.live)
  choices = $derived.by<MysticChoice[]>(() => this.planned?.choices ?? (this.game.myTurn ? (this.game.choices as unknown as MysticChoice[]) : []))
  mine = $derived.by(() => this.planned !== null || this.game.myTurn)
  groups = $derived.by<Group[]>(() => {
    const found = new Map<string, MysticChoice[]>()
    for (const choice of this.choices) {
      const id = choice.verb === 'action' && SPECIAL.has(choice.facts.action ?? '') ? 'special' : (GROUP[choice.verb] ?? choice.verb)
      found.set(id, [...(found.get(id) ?? []), choice])
    }
    return [...found].map(([id, choices]) => ({ id, choices })).sort((a, b) => ORDER.indexOf(a.id) - ORDER.indexOf(b.id))
  })
  /** Targets on the map by hex, bridge site or river space. */
  targets = $derived.by<Map<string, Target>>(() => {
    const found = new Map<string, Target>()
    const only = this.open === 'land' || this.open === 'upgrade' ? this.open : ''
    const home = this.view?.seats[this.view.player]?.home
    for (const choice of this.choices) {
      const group = ON_MAP[choice.verb]
      const key = choice.facts.hex ?? choice.facts.site ?? choice.facts.river
      if (!group || !key || (only && group !== only)) continue
      const known = found.get(key)
      if (known) {
        known.choices.push(choice)
        if (rank(choice, home) < rank(known.lead, home)) known.lead = choice
      } else found.set(key, { key, choices: [choice], lead: choice })
    }
    return found
  })

  async play(text: string): Promise<void> {
    this.open = ''
    if (!this.planned) this.game.play(text)
    else await this.try([...this.steps, text])
  }

  async try(steps: string[]): Promise<void> {
    this.busy = true
    this.problem = null
    try {
      this.planned = await post<Planned>(`/games/${this.game.id}/plan`, { moves: steps })
      this.steps = steps
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      this.problem = error.problem
    } finally {
      this.busy = false
      this.open = ''
    }
  }

  undo(turn: boolean): void {
    this.open = ''
    if (!this.planned) this.game.undo(turn)
    else if (this.steps.length) void this.try(turn ? [] : this.steps.slice(0, -1))
  }

  drop(): void {
    this.planned = null
    this.steps = []
    this.problem = null
    this.open = ''
  }

  /** Play what of the plan is mine to play now; the rest was a guess about the others. */
  keep(): void {
    const own = this.steps.slice(0, this.planned?.own ?? 0)
    this.drop()
    if (own.length) this.game.play(...own)
  }
}

function rank(choice: MysticChoice, home: string | undefined): number {
  const pay = choice.facts.pay ?? {}
  const cheap = ((pay.workers ?? 0) + (pay.priests ?? 0) + (pay.power ?? 0) + (pay.coins ?? 0) / 4) / 100
  if (choice.verb === 'build') return cheap
  if (choice.verb === 'transform') return (choice.facts.terrain === home ? 1 : 3) + (choice.facts.long ? 3 : 0) + cheap
  return 2 + cheap
}

/** Goods by name in the order of the board, without zeros. */
export function listed(goods: Goods | Record<string, number> | undefined): [string, number][] {
  const order = ['workers', 'coins', 'priests', 'power', 'burn', 'keys', 'spades', 'vp']
  return Object.entries(goods ?? {}).filter(([, n]) => n).sort(([a], [b]) => order.indexOf(a) - order.indexOf(b)) as [string, number][]
}
