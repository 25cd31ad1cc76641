/** The moves of others on the map, one after another at a pace that can be followed.
 *
 * Nothing that I may do waits for it: position, answers and whose turn it is are those of now at once. The map alone
 * tells how it came to that, until it has, or until somebody acts or wants to see now. */

import { untrack } from 'svelte'
import { prefs } from '../lib/prefs.svelte'
import type { Row, View } from '../lib/types'
import type { Coach } from './coach.svelte'
import type { GameClient } from './game.svelte'
import { lights, type Place } from './lights.svelte'
import type { Moments } from './moments.svelte'
import { dwell, told } from './pace'

interface Told {
  seq: number
  rows: Row[]
  view: View
  /** What lay there before. */
  from: View | null
}

/** What each family knows of its moves. */
export interface Teller {
  /** The places that rows name; null where they say nothing to look at. */
  places: (rows: Row[]) => readonly Place[] | null
  /** What is seen before the map changes. */
  before: (rows: Row[]) => Promise<void> | null
  /** What moves and is heard when it does. */
  show: (rows: Row[], view: View) => void
}

const SILENT: Teller = { places: () => null, before: () => null, show: () => {} }

export class Pace {
  /** The move that is shown. */
  now = $state.raw<Told | null>(null)
  /** What the map shows meanwhile; null: what is now. */
  view = $state.raw<View | null>(null)
  /** How many moves wait behind it. */
  waiting = $state(0)
  teller = SILENT
  private queue: Told[] = []
  private latest: View | null = null
  /** Which telling this is: one that was skipped goes on no more. */
  private telling: object | null = null
  private timer = 0

  constructor(
    private readonly game: GameClient,
    private readonly moments: Moments,
    private readonly coach: Coach,
  ) {
    game.beforeRows = (rows) => (this.tells(rows) || moments.at !== null ? null : this.teller.before(rows))
    game.onRows = (rows, fresh) => this.take(rows, fresh)
  }

  /** Called once while the page is made. */
  follow(): void {
    $effect(() => {
      const { game, moments, coach } = this
      if (game.pending || game.draft.open || moments.at !== null || coach.open || prefs.pace === 'now')
        untrack(() => this.skip())
    })
    $effect(() => {
      const hidden = (): void => {
        if (document.hidden) this.skip()
      }
      document.addEventListener('visibilitychange', hidden)
      return () => {
        document.removeEventListener('visibilitychange', hidden)
        this.skip()
      }
    })
  }

  /** Everything as it is now. */
  skip(): void {
    clearTimeout(this.timer)
    this.telling = null
    this.queue = []
    this.waiting = 0
    this.view = null
    this.now = null
    lights.now = []
  }

  /** Are these moves told? Mine are not, nor what nobody sees or what is looked back from. */
  private tells(rows: Row[]): boolean {
    const { game, moments } = this
    return (
      prefs.pace === 'calm' &&
      game.real &&
      !game.draft.open &&
      !document.hidden &&
      moments.at === null &&
      (game.you === null || rows[0]?.who !== game.you)
    )
  }

  private take(rows: Row[], fresh: boolean): void {
    const view = this.game.view
    const from = this.latest
    this.latest = view
    if (!fresh || !view || !this.tells(rows)) {
      this.skip()
      if (fresh && view && this.moments.at === null) this.teller.show(rows, view)
      return
    }
    this.queue = told([...this.queue, { seq: this.game.seq, rows, view, from }], false)
    this.waiting = this.queue.length
    if (!this.telling) this.next()
  }

  private next(): void {
    this.queue = told(this.queue, this.game.myTurn)
    const one = this.queue.shift()
    if (!one) return this.skip()
    this.waiting = this.queue.length
    const telling = (this.telling ??= {})
    const wait = this.teller.before(one.rows)
    if (!wait) return this.lay(one)
    this.view ??= one.from
    void wait.then(() => {
      if (this.telling === telling) this.lay(one)
    })
  }

  private lay(one: Told): void {
    this.view = one.view
    this.teller.show(one.rows, one.view)
    const places = this.teller.places(one.rows)
    if (!places) return this.next()
    this.now = one
    lights.now = places
    this.timer = window.setTimeout(() => this.next(), dwell(this.queue.length, this.game.myTurn))
  }
}
