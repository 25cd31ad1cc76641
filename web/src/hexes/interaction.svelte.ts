/** What a person does at a table of hexes: what is offered, sorted for the page; what is chosen and looked at. */

import { untrack } from 'svelte'
import { kept } from '../lib/keep'
import { sound } from '../lib/sound'
import type { Row, View } from '../lib/types'
import { cards } from '../table/cards.svelte'
import type { GameClient } from '../table/game.svelte'
import { lights } from '../table/lights.svelte'
import { studies } from '../table/study.svelte'
import { TableSession } from '../table/session.svelte'
import { habits } from './habits.svelte'
import { entriesOf, type Entry, hexesSince, placesIn } from './log'
import { Moving } from './moving.svelte'
import type { Goods, Looker, MysticChoice, MysticSeat, MysticView } from './types'

/** A table of hexes with the sheets of its own: a faction's board, the shared tracks, what is left to take. */
export class HexSession extends TableSession<'board' | 'tracks' | 'supply'> {}

export interface Target {
  key: string
  choices: MysticChoice[]
  lead: MysticChoice
  /** Nothing here leads to a building of one's own: it glows less, and says why home is not offered. */
  quiet: boolean
}
export interface Group {
  id: string
  choices: MysticChoice[]
}

const ON_MAP: Record<string, string> = {
  build: 'land',
  transform: 'land',
  upgrade: 'upgrade',
  bridge: 'bridge',
  connect: 'connect',
}
const GROUP: Record<string, string> = {
  ...ON_MAP,
  advance: 'advance',
  send: 'send',
  action: 'power',
  convert: 'convert',
  burn: 'convert',
  pass: 'pass',
  leave: 'leave',
  done: 'done',
  leech: 'leech',
  faction: 'faction',
  card: 'card',
  cult: 'cult',
  favor: 'favor',
  town: 'town',
  stay: 'stay',
  ordain: 'ordain',
}
/** How long a pointer rests on a hex before its card opens. */
const REST_MS = 350
const SPECIAL = new Set(['card', 'fav6', 'stronghold', 'bridge'])
export const ORDER = [
  'land',
  'upgrade',
  'bridge',
  'connect',
  'advance',
  'send',
  'power',
  'special',
  'faction',
  'card',
  'cult',
  'favor',
  'town',
  'stay',
  'ordain',
  'leech',
  'convert',
  'done',
  'pass',
  'leave',
]

export class Interaction {
  /** The group whose answers are open, and which of the map's the overlay shows. */
  open = $state('')
  /** The hex or site whose card is open. */
  chosen = $state('')
  /** The hex that a pointer rests on or the keyboard is at: its card tells, and takes no answer. */
  pointed = $state('')
  private resting = 0
  /** What there is a card of. */
  asked = $derived.by(() => this.chosen || this.pointed)
  /** Whose board is looked at; one's own where nobody's is. */
  private looked = $state<number | null>(null)
  /** An answer that is asked about once more before it is played. */
  warned = $state.raw<MysticChoice | null>(null)
  readonly moving = new Moving()
  private readonly game: GameClient
  private told: Entry[] = []

  constructor(private readonly session: HexSession) {
    this.game = session.game
  }

  view = $derived.by(() => this.game.view as unknown as MysticView | null)
  planning = $derived.by(() => this.game.draft.open)
  /** In a draft one answers for the others too. */
  mine = $derived.by(() => this.planning || this.game.myTurn)
  choices = $derived.by<MysticChoice[]>(() => (this.mine ? (this.game.choices as unknown as MysticChoice[]) : []))
  groups = $derived.by<Group[]>(() => {
    const found = new Map<string, MysticChoice[]>()
    for (const choice of this.choices) {
      const id =
        choice.verb === 'action' && SPECIAL.has(choice.facts.action ?? '')
          ? 'special'
          : (GROUP[choice.verb] ?? choice.verb)
      found.set(id, [...(found.get(id) ?? []), choice])
    }
    return [...found]
      .map(([id, choices]) => ({ id, choices }))
      .sort((a, b) => ORDER.indexOf(a.id) - ORDER.indexOf(b.id))
  })
  /** Targets on the map by hex, bridge site or river space. */
  targets = $derived.by<Map<string, Target>>(() => {
    const found = new Map<string, Target>()
    if (this.session.replaying) return found
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
      } else found.set(key, { key, choices: [choice], lead: choice, quiet: false })
    }
    for (const target of found.values())
      target.quiet = target.lead.verb === 'transform' && target.lead.facts.terrain !== home
    return found
  })

  /** What is seen: a moment of the replay, the plan, or the position now. */
  seen = $derived.by<MysticView | null>(() =>
    this.session.replaying && this.session.moments.view
      ? (this.session.moments.view as unknown as MysticView)
      : this.view,
  )
  /** What the map shows: behind what is now while moves of others are told. */
  mapped = $derived.by<MysticView | null>(() =>
    !this.session.replaying && this.session.pace.view ? (this.session.pace.view as unknown as MysticView) : this.seen,
  )
  /** Who looks at it: for what its cards say. */
  looker = $derived.by<Looker | null>(
    () =>
      this.seen && {
        view: this.seen,
        names: this.session.names,
        you: this.session.table?.study ? null : this.game.you,
      },
  )
  /** Answers that can be given here and now. */
  answers = $derived.by<MysticChoice[]>(() => (this.session.replaying ? [] : this.choices))
  waits = $derived.by(() => this.session.busy || this.game.draft.busy)
  entries = $derived.by(() => (this.told = kept(this.told, entriesOf(this.game.told))))
  /** Hexes that others have changed since my last turn. */
  recent = $derived.by(() =>
    this.session.since && !this.session.pace.view
      ? hexesSince(this.game.rows, this.session.since, this.game.you)
      : new Set<string>(),
  )
  shown = $derived.by(() => this.looked ?? this.game.you ?? 0)
  shownSeat = $derived.by<MysticSeat | undefined>(() => {
    const seats = this.seen?.seats
    return seats?.[this.shown]?.faction ? seats[this.shown] : seats?.find((seat) => seat.faction)
  })
  /** Why nothing can be done with what is chosen. */
  why = $derived.by(() => {
    const { asked, game, view } = this
    const closed = asked && (this.targets.get(asked)?.quiet ?? true) && game.mine && !this.session.replaying
    if (!closed || !/^[A-I]\d/.test(asked) || !view || view.ask.code === 'faction') return null
    return game.why(this.wouldBe(asked, view))
  })

  /** The move that a click on this hex would mean; the server says why it may not be played. */
  private wouldBe(key: string, view: MysticView): string {
    const hex = this.seen?.hexes.find((found) => found.hex === key)
    const home = this.seen?.seats[this.game.you ?? 0]?.home
    if (view.ask.code !== 'main' || !hex) return `build ${key}`
    if (hex.building) return hex.seat === this.game.you ? `upgrade ${key} tp` : `build ${key}`
    return hex.terrain !== home ? `transform ${key} ${home}` : `build ${key}`
  }

  /** Called once while the page is made. */
  follow(): void {
    // A new position, or another of the draft: what was open or chosen belonged to the old one.
    $effect(() => {
      void [this.game.seq, this.game.draft.tried]
      untrack(() => {
        this.chosen = ''
        this.open = ''
        this.point('')
      })
    })
    $effect(() => {
      lights.asked = this.asked || null
    })
    this.session.pace.teller = { places: placesIn, before: () => null, show: (rows, view) => this.echo(rows, view) }
  }

  /** What moves and is heard when rows are shown. */
  private echo(rows: Row[], view: View): void {
    this.moving.show(rows)
    const codes = new Set(rows.flatMap((row) => row.events.map((event) => event.code)))
    if (codes.has('build') || codes.has('upgrade') || codes.has('place')) sound('conquest')
    if (view.over) sound('end')
  }

  submit(choice: MysticChoice): void {
    this.moving.skip()
    cards.close()
    if (habits.warn && choice.facts.warnings && this.warned !== choice) {
      this.warned = choice
      return
    }
    this.warned = null
    this.chosen = ''
    if (this.session.open !== 'rules') this.session.open = ''
    this.open = ''
    this.game.play(choice.text)
  }

  /** A hex or site was clicked; `twice` where a first tap only shows what it would do. */
  act(key: string, twice: boolean): void {
    if (/^[A-I]\d/.test(key) && studies.now?.point(key)) return
    const target = this.targets.get(key)
    if (target?.choices.length === 1 && !target.quiet && !twice && !this.waits) this.submit(target.lead)
    else this.chosen = this.chosen === key ? '' : key
    this.point('')
    if (!target && this.game.myTurn) sound('illegal')
  }

  /** A pointer has come to rest, if it stays; the keyboard is there `now`. */
  point(key: string, now = false): void {
    clearTimeout(this.resting)
    if (key || this.pointed) this.resting = window.setTimeout(() => (this.pointed = key), key && !now ? REST_MS : 0)
  }

  /** Look at somebody's board, or at one's own again. */
  look(seat: number | null): void {
    this.looked = seat
  }

  /** Put away whatever was begun. */
  private escape(): void {
    if (this.session.coach.open) this.session.coach.close()
    else if (this.asked) this.chosen = this.pointed = ''
    else if (this.open) this.open = ''
    else if (this.session.replaying) this.session.moments.leave()
    else if (this.planning) this.game.draft.drop()
  }

  /** Is this key one of the table's? Then it is carried out. */
  press(event: KeyboardEvent): boolean {
    const key = event.key.toUpperCase()
    if (event.key === 'Escape') this.escape()
    else if (key === 'Z') this.undo(event.shiftKey)
    else if (key === 'R') this.session.showRule('')
    else if (key === 'H' && this.game.myTurn && !this.session.replaying) this.session.coach.hint()
    else if (key === 'E') {
      const done = this.choices.find((choice) => choice.verb === 'done')
      if (!done || this.waits) return false
      this.submit(done)
    } else return false
    return true
  }

  undo(turn: boolean): void {
    this.open = ''
    this.game.undo(turn)
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
  return Object.entries(goods ?? {})
    .filter(([, n]) => n)
    .sort(([a], [b]) => order.indexOf(a) - order.indexOf(b)) as [string, number][]
}
