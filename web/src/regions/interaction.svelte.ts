/** What a person does at a table of regions: points, asks, lays out, plays; and what the server says to it. */

import { untrack } from 'svelte'
import { get } from '../lib/api'
import { t } from '../lib/i18n.svelte'
import { sound } from '../lib/sound'
import type { View } from '../lib/types'
import { cards } from '../table/cards.svelte'
import { lights } from '../table/lights.svelte'
import { changedSince, lastOwn } from '../table/log'
import { studies } from '../table/study.svelte'
import { TableSession } from '../table/session.svelte'
import type { Asking } from './map/pointing.svelte'
import { Offers, type Target } from './offers.svelte'

/** A table of regions with the sheets of its own: cards of relics and places, the row of peoples. */
export class RegionSession extends TableSession<'things' | 'combos'> {}

const FORECAST = new Set(['conquest', 'deploy', 'choice'])
const NONE = new Map<number, Target>()

export class Interaction {
  readonly offers: Offers
  /** The region that is asked about, and how. */
  asked = $state<number | null>(null)
  askedHow = $state<Asking>('hover')
  /** The region whose price a first tap has shown. */
  preview = $state<number | null>(null)
  forecast = $state.raw<[string, number][]>([])
  /** The card that is looked at, among those that lie open. */
  thing = $state('')
  /** An answer that is asked about once more before it is played. */
  sure = $state.raw<{ reason: string; move: string } | null>(null)
  private sentTo = $state.raw({ region: -1, seq: -1 })

  constructor(private readonly session: RegionSession) {
    this.offers = new Offers(session.game)
  }

  private get game() {
    return this.session.game
  }

  view = $derived.by<View | null>(() => this.session.moments.view ?? this.game.view)
  /** What the map shows: behind what is now while moves of others are told. */
  mapped = $derived.by<View | null>(() => this.session.moments.view ?? this.session.pace.view ?? this.game.view)
  targets = $derived.by(() => (this.session.replaying ? NONE : this.offers.targets))
  /** Where a move is on its way to, until a new position or a refusal answers it; -1 while none is. */
  sent = $derived.by(() => (this.sentTo.seq === this.game.seq && !this.game.refusal ? this.sentTo.region : -1))
  /** Regions with a ring: chosen or looked at. */
  selected = $derived.by(
    () =>
      new Set([
        ...(this.offers.picks?.chosen.keys() ?? []),
        ...[this.preview, cards.lit, ...lights.told].filter((region) => typeof region === 'number'),
      ]),
  )
  counts = $derived.by(() => (this.session.replaying ? null : (this.offers.deployment?.counts ?? null)))
  recent = $derived.by(() =>
    this.session.since > 0 && !this.session.pace.view && this.game.view?.ask.code !== 'deploy'
      ? changedSince(this.game.rows, this.session.since, this.game.you)
      : new Set<number>(),
  )
  region = $derived.by(() => (this.asked !== null ? this.view?.regions[this.asked] : undefined))
  why = $derived.by(() => {
    if (this.asked === null || this.session.replaying || !this.game.mine || this.offers.targets.has(this.asked))
      return null
    const move = this.wouldBe(this.asked)
    return move ? this.game.why(move) : null
  })
  profit = $derived.by(() =>
    this.asked !== null && !this.session.replaying && this.game.seq && !this.game.draft.open
      ? this.game.profit(this.asked)
      : null,
  )
  units = $derived.by(() => {
    const view = this.view
    if (!view?.regions) return []
    const tribes = view.seats.flatMap((seat) => seat.tribes.flatMap((tribe) => [tribe.race, tribe.power ?? '']))
    return [
      ...new Set([
        ...view.row.flatMap((combo) => [combo.race, combo.power]),
        ...tribes,
        ...(view.things ?? []).map((found) => found.name),
      ]),
    ]
  })
  /** Where the game stood before my last move. */
  takeback = $derived.by(() => this.session.stops.findLast((seq) => seq < lastOwn(this.game.rows, this.game.you)) ?? 0)

  /** Called once while the page is made. */
  follow(): void {
    $effect(() => {
      const [now, choices, mine] = [this.game.view, this.game.choices, this.game.mine]
      if (now?.regions)
        untrack(() => {
          this.offers.sync(now, choices, mine)
          this.preview = null
          this.sure = null
          cards.close()
        })
    })
    $effect(() => {
      lights.asked = this.asked
    })
    const code = $derived(this.game.view?.ask.code ?? '')
    $effect(() => {
      const [seq, mine] = [this.game.seq, this.game.myTurn]
      if (this.game.draft.tried) {
        this.forecast = this.game.draft.tried.forecast
        return
      }
      this.forecast = untrack(() => (mine ? this.forecast : []))
      if (!mine || !seq || !FORECAST.has(code)) return
      let stale = false
      void get<{ lines: [string, number][] }>(`/games/${this.game.id}/forecast`)
        .then((found) => {
          if (!stale) this.forecast = found.lines
        })
        .catch(() => undefined)
      return () => {
        stale = true
      }
    })
  }

  submit(move: string, region = -1): void {
    this.preview = null
    this.asked = null
    this.sure = null
    const { seq } = this.game
    if (this.game.play(move)) this.sentTo = { region, seq }
  }

  /** An answer of the bar: what is final and costly is asked about once. */
  answer(move: string): void {
    const cost = this.offers.costly(move, this.session.others)
    if (cost) this.sure = { reason: t(`table.sure.${cost.why}`, cost.args), move }
    else this.submit(move)
  }

  act(region: number, touch: boolean, twice: boolean): void {
    const { offers } = this
    if (studies.now?.point(region)) return
    if (this.session.replaying || !this.game.mine) return this.ask(region, touch ? 'press' : 'key')
    if (offers.deployment) return offers.deployment.adjust(region, 1)
    if (offers.picks) return offers.picks.toggle(region)
    const target = offers.targets.get(region)
    if (!target) {
      sound('illegal')
      return this.ask(region, touch ? 'press' : 'key')
    }
    // A finger covers what it touches: the first tap shows the price, the second plays.
    if (touch && twice && this.preview !== region) return this.ask(region, 'press')
    this.submit(target.move, region)
  }

  ask(region: number | null, how: Asking): void {
    // Who asked for a card keeps it, and its buttons, while the pointer rests where it was or nowhere.
    const kept = this.asked !== null && this.askedHow !== 'hover'
    if (how === 'hover' && kept && (region === null || region === this.asked)) return
    this.asked = region
    this.askedHow = how
    if (how === 'press') this.preview = region
  }

  adjust(region: number, by: number): void {
    if (this.offers.deployment) this.offers.deployment.adjust(region, by)
    else this.offers.picks?.adjust(region, by)
  }

  /** What was laid out is played. */
  done(): void {
    const laid = this.offers.deployment ?? this.offers.picks
    if (laid) this.submit(laid.line())
  }

  /** The answer on the card that a tap has opened, where there is one. */
  confirm(region: number): (() => void) | undefined {
    const move = this.offers.targets.get(region)?.move
    return move ? () => this.submit(move, region) : undefined
  }

  /** The move that a click on this region would mean; the server says why it may not be played. */
  private wouldBe(region: number): string {
    if (this.offers.abandoning) return `abandon ${region}`
    if (this.game.view?.ask.code === 'conquest') return `conquer ${region}`
    const like = this.game.choices.find((choice) => choice.facts.region !== undefined && choice.verb !== 'deploy')
    return like ? like.text.replace(/\d+$/, String(region)) : ''
  }

  closeCard(): void {
    this.asked = null
    this.preview = null
  }

  /** Put away whatever was begun; the draft of a turn last, when nothing else is open. */
  escape(): void {
    const { offers, session } = this
    const begun =
      (this.asked !== null && this.askedHow !== 'hover') || offers.abandoning || offers.deed || session.coach.open
    this.closeCard()
    offers.abandoning = false
    offers.deed = ''
    session.coach.close()
    if (session.replaying) session.moments.leave()
    else if (!begun) this.game.draft.drop()
  }

  showThing(name: string): void {
    this.thing = name
    this.session.open = 'things'
  }

  /** Is this key one of the table's? Then it is carried out. */
  press(event: KeyboardEvent): boolean {
    const { offers, game } = this
    const key = event.key.toUpperCase()
    if (event.key === 'Escape') this.escape()
    else if (key === 'Z') game.undo(event.shiftKey)
    else if (key === 'R') this.session.showRule('')
    else if (key === 'H' && !this.session.replaying) this.session.coach.hint()
    else if (key === 'E' && (offers.deployment || offers.picks)) {
      if ((offers.deployment?.left ?? 0) === 0) this.done()
    } else if (/^[1-6]$/.test(key) && offers.combos.size) {
      document.querySelector<HTMLElement>(`[data-pick="${Number(key) - 1}"]`)?.click()
    } else {
      const button = offers.buttons.find((found) => found.hotkey === key)
      if (!button) return false
      this.answer(button.move)
    }
    return true
  }
}
