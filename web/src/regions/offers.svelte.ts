/** What the table offers right now, read off the choices: targets on the map, buttons in the bar. No rule
 * is known here. */

import type { Ask, Choice, View } from '../lib/types'
import type { GameClient } from '../table/game.svelte'
import { Deployment, Picks } from './deploy.svelte'

export interface Target {
  price?: number | string
  die?: number
  toll?: number
  travel?: boolean
  move: string
}

/** Something that may be done to regions beside conquering them; a button calls up where. */
export interface Deed {
  id: string
  verb: string
  unit: string
}

export interface Button {
  id: string
  word: string
  args: Record<string, unknown>
  icon: string
  move: string
  primary: boolean
  hotkey: string
}

const ON_MAP = new Set(['conquer', 'place', 'empty', 'take', 'abandon', 'deploy'])
const IN_ROW = new Set(['pick', 'swap'])
const sum = (lines: readonly [string, number][] | undefined): number =>
  (lines ?? []).reduce((total, [, n]) => total + n, 0)
const ICONS: Record<string, string> = {
  expand: 'expand',
  decline: 'decline',
  stop: 'flag',
  yes: 'shield',
  no: 'close',
  name: 'peace',
  use: 'swords',
}

export class Offers {
  abandoning = $state(false)
  /** The deed whose regions are shown; none while conquests are. */
  deed = $state('')
  deployment = $state.raw<Deployment | null>(null)
  picks = $state.raw<Picks | null>(null)
  private stood = new Map<number, number>()

  constructor(private readonly game: GameClient) {}

  targets = $derived.by<Map<number, Target>>(() => this.findTargets())
  buttons = $derived.by<Button[]>(() =>
    this.game.choices.filter((choice) => !ON_MAP.has(choice.verb) && !IN_ROW.has(choice.verb)).map(toButton),
  )
  canAbandon = $derived.by(() => this.game.choices.some((choice) => choice.verb === 'abandon'))
  deeds = $derived.by<Deed[]>(() => [
    ...new Map(
      this.game.choices
        .filter((choice) => this.deedOf(choice))
        .map((choice) => [
          this.deedOf(choice),
          { id: this.deedOf(choice), verb: choice.verb, unit: choice.facts.unit ?? '' },
        ]),
    ).values(),
  ])
  combos = $derived.by(
    () =>
      new Map(
        this.game.choices
          .filter((choice) => IN_ROW.has(choice.verb))
          .map((choice) => [choice.facts.price ?? 0, choice]),
      ),
  )
  conquering = $derived.by(
    () => this.game.choices.some((choice) => choice.verb === 'conquer') || this.game.view?.ask.code === 'conquest',
  )
  /** Is anything on the map asked for? Then the rest of the map steps back. */
  veiled = $derived.by(
    () =>
      this.game.mine && (this.targets.size > 0 || this.conquering || this.deployment !== null || this.picks !== null),
  )

  private findTargets(): Map<number, Target> {
    const found = new Map<number, Target>()
    if (this.deployment) return found
    if (this.picks) {
      for (const region of this.picks.regions) found.set(region, { move: '' })
      return found
    }
    for (const choice of this.game.choices) {
      const region = choice.facts.region
      const wanted = this.abandoning
        ? choice.verb === 'abandon'
        : choice.verb !== 'abandon' && this.deedOf(choice) === this.deed
      if (region === undefined || !wanted) continue
      const target: Target = { move: choice.text }
      if (choice.facts.toll) target.toll = sum(choice.facts.toll)
      if (choice.facts.why?.some(([cause, n]) => cause === 'travel' && n > 0)) target.travel = true
      if (choice.facts.price !== undefined) target.price = choice.facts.price
      if (choice.facts.die) target.die = choice.facts.die
      found.set(region, target)
    }
    return found
  }

  /** The deed an answer belongs to; none for what is asked itself. */
  private deedOf(choice: Choice): string {
    return ['conquest', 'deeds'].includes(this.game.view?.ask.code ?? '') &&
      ['place', 'empty', 'take'].includes(choice.verb)
      ? `${choice.verb} ${choice.facts.unit}`
      : ''
  }

  /** Is this an answer that one gives by mistake and regrets: tokens in hand that could conquer still, a people sent
   * away before the eyes of others? Then why. */
  costly(move: string, others: boolean): { why: string; args: Record<string, unknown> } | null {
    const { view, you, choices } = this.game
    const verb = choices.find((choice) => choice.text === move)?.verb
    const people = view?.seats[you ?? -1]?.tribes.find((tribe) => tribe.mode === 'active')
    if (verb === 'decline' && others && people) return { why: 'decline', args: { race: people.race } }
    const n = view?.ask.hand ?? 0
    if (verb !== 'stop' || !n) return null
    if (people?.regions.length === 0) return { why: 'empty', args: { n } }
    const sure = choices.filter((choice) => choice.verb === 'conquer' && !choice.facts.die)
    const [first = n, second = n] = sure.map((choice) => choice.facts.price ?? 0).sort((a, b) => a - b)
    return first + second <= n && sure.length > 1 ? { why: 'idle', args: { n } } : null
  }

  /** Back from a deed to what is asked. */
  leave(): void {
    this.deed = ''
    this.abandoning = false
  }

  show(deed: string): void {
    this.deed = this.deed === deed ? '' : deed
    this.abandoning = false
  }

  choiceFor(region: number): Choice | undefined {
    const target = this.targets.get(region)
    return target && this.game.choices.find((choice) => choice.text === target.move)
  }

  /** A new position: forget what was being laid out, and begin what is now asked. */
  sync(view: View, choices: Choice[], mine: boolean): void {
    this.abandoning = false
    this.deed = ''
    this.picks = null
    if (!mine) this.deployment = null
    const seat = this.game.you
    if (!mine || seat === null) return
    if (view.ask.code === 'conquest' || view.ask.code === 'choice') this.remember(view, seat)
    this.deployment = choices.some((choice) => choice.verb === 'deploy')
      ? new Deployment(view, view.ask, seat, this.stood)
      : null
    this.picks = severalOf(view.ask, choices)
  }

  private remember(view: View, seat: number): void {
    this.stood = new Map(
      view.regions
        .filter((region) => region.seat === seat && region.mode === 'active')
        .map((region) => [region.id, region.tokens]),
    )
  }
}

/** Several pieces to be placed, or regions to be emptied, laid out together before they are confirmed. */
function severalOf(ask: Ask, choices: Choice[]): Picks | null {
  const first = choices.find((choice) => choice.verb === 'place' || choice.verb === 'empty')
  if (!first?.facts.unit || !ask.most || !ask.sites) return null
  const free = choices.some((choice) => choice.verb === 'no')
  return new Picks(
    first.verb as 'place' | 'empty',
    first.facts.unit,
    ask.most,
    ask.several ?? false,
    new Set(ask.sites),
    free,
  )
}

function toButton(choice: Choice): Button {
  const facts = choice.facts as Record<string, unknown>
  const word = ['yes', 'no', 'stop', 'expand', 'decline', 'use', 'name'].includes(choice.verb)
    ? `table.do.${choice.verb}`
    : `choice.${choice.verb}`
  return {
    id: choice.text,
    word,
    args: facts,
    move: choice.text,
    icon: choice.verb === 'use' ? String(facts['unit']) : (ICONS[choice.verb] ?? 'card'),
    primary: ['stop', 'expand', 'yes'].includes(choice.verb),
    hotkey: { stop: 'E', expand: 'X', decline: 'D', yes: 'Y', no: 'N' }[choice.verb] ?? '',
  }
}
