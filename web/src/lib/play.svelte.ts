/** What the table offers right now, read off the choices: targets on the map, buttons in the bar. No rule is known here. */

import { Deployment, Picks } from './deploy.svelte'
import type { GameClient } from './game.svelte'
import type { Choice, View } from './types'

export interface Target { price?: number | string; die?: number; move: string }

export interface Button {
  id: string
  word: string
  args: Record<string, unknown>
  icon: string
  move: string
  primary: boolean
  hotkey: string
}

/** The piece a unit places, for the number that is still to be placed. */
const PIECES: Record<string, string> = { heroic: 'hero', bivouacking: 'encampment', fortified: 'fortress' }
const ON_MAP = new Set(['conquer', 'place', 'empty', 'abandon', 'deploy'])
const ICONS: Record<string, string> = { expand: 'expand', decline: 'decline', stop: 'flag', yes: 'shield', no: 'close', name: 'peace', use: 'swords' }

export class Play {
  abandoning = $state(false)
  deployment = $state.raw<Deployment | null>(null)
  picks = $state.raw<Picks | null>(null)
  private stood = new Map<number, number>()

  constructor(private readonly game: GameClient) {}

  targets = $derived.by<Map<number, Target>>(() => this.findTargets())
  buttons = $derived.by<Button[]>(() => this.game.choices.filter((choice) => !ON_MAP.has(choice.verb) && choice.verb !== 'pick').map(toButton))
  canAbandon = $derived.by(() => this.game.choices.some((choice) => choice.verb === 'abandon'))
  combos = $derived.by(() => new Map(this.game.choices.filter((choice) => choice.verb === 'pick').map((choice) => [choice.facts.price ?? 0, choice])))
  conquering = $derived.by(() => this.game.choices.some((choice) => choice.verb === 'conquer') || this.game.view?.ask.code === 'conquest')
  /** Is anything on the map asked for? Then the rest of the map steps back. */
  veiled = $derived.by(() => this.game.myTurn && (this.targets.size > 0 || this.conquering || this.deployment !== null || this.picks !== null))

  private findTargets(): Map<number, Target> {
    const found = new Map<number, Target>()
    if (this.deployment) return found
    if (this.picks) {
      for (const region of this.picks.regions) found.set(region, { move: '' })
      return found
    }
    for (const choice of this.game.choices) {
      const region = choice.facts.region
      const wanted = this.abandoning ? choice.verb === 'abandon' : ['conquer', 'place', 'empty'].includes(choice.verb)
      if (region === undefined || !wanted) continue
      const target: Target = { move: choice.text }
      if (choice.facts.price !== undefined) target.price = choice.facts.price
      if (choice.facts.die) target.die = choice.facts.die
      found.set(region, target)
    }
    return found
  }

  choiceFor(region: number): Choice | undefined {
    const target = this.targets.get(region)
    return target && this.game.choices.find((choice) => choice.text === target.move)
  }

  /** A new position: forget what was being laid out, and begin what is now asked. */
  sync(view: View, choices: Choice[], mine: boolean): void {
    this.abandoning = false
    this.picks = null
    if (!mine) this.deployment = null
    const seat = this.game.you
    if (!mine || seat === null) return
    if (view.ask.code === 'conquest' || view.ask.code === 'choice') this.remember(view, seat)
    this.deployment = choices.some((choice) => choice.verb === 'deploy') ? new Deployment(view, view.ask, seat, this.stood) : null
    this.picks = this.severalOf(view, choices, seat)
  }

  private remember(view: View, seat: number): void {
    this.stood = new Map(view.regions.filter((region) => region.seat === seat && region.mode === 'active').map((region) => [region.id, region.tokens]))
  }

  private severalOf(view: View, choices: Choice[], seat: number): Picks | null {
    const first = choices.find((choice) => choice.verb === 'place' || choice.verb === 'empty')
    if (!first?.facts.unit) return null
    const piece = PIECES[first.facts.unit]
    const held = view.regions.filter((region) => region.seat === seat && region.holder === view.ask.tribe)
    const most = first.verb === 'empty' ? (view.ask.n ?? 1) : piece ? (view.stock[piece] ?? 1) : 1
    if (most < 2 || piece === 'fortress') return null
    const several = piece === 'encampment'
    return new Picks(first.verb as 'place' | 'empty', first.facts.unit, several ? most : Math.min(most, held.length), several, new Set(held.map((region) => region.id)))
  }
}

function toButton(choice: Choice): Button {
  const facts = choice.facts as Record<string, unknown>
  const word = ['yes', 'no', 'stop', 'expand', 'decline', 'use', 'name'].includes(choice.verb) ? `table.do.${choice.verb}` : `choice.${choice.verb}`
  return {
    id: choice.text, word, args: facts, move: choice.text,
    icon: choice.verb === 'use' ? String(facts['unit']) : (ICONS[choice.verb] ?? 'card'),
    primary: ['stop', 'expand', 'yes'].includes(choice.verb),
    hotkey: { stop: 'E', expand: 'X', decline: 'D', yes: 'Y', no: 'N' }[choice.verb] ?? '',
  }
}
