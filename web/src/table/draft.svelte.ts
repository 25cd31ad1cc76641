/** A turn as a draft: moves tried on a private copy of the position, taken back freely, then played or dropped.
 *
 * The copy knows what its owner knows: at a die or a draw it ends. While others are on turn it is my next turn on the
 * board as it stands, and whenever the board changes it is tried again. */

import { Away, post, Refused } from '../lib/api'
import { prefs } from '../lib/prefs.svelte'
import type { Choice, Problem, Row, View } from '../lib/types'
import { forget, keep, type Kept, kept } from './drafts'

interface Tried {
  view: View
  choices: Choice[]
  rows: Row[]
  /** How many of the moves, from the first, can be played now without another's answer. */
  own: number
  /** Coins by cause that the turn would bring if it ended there. */
  forecast: [string, number][]
  /** A draw was passed over: what came of it is only assumed. */
  assumed: boolean
  /** My next turn, before it has come. */
  ahead: boolean
  /** The first of the moves that does not hold, and why. */
  stopped: { move: number; error: Problem } | null
}

export class Draft {
  tried = $state.raw<Tried | null>(null)
  steps = $state.raw<string[]>([])
  /** Moves that are kept aside: the first of them does not hold on the board as it is now. */
  aside = $state.raw<string[]>([])
  problem = $state.raw<Problem | null>(null)
  busy = $state(false)
  open = $derived(this.tried !== null)
  ahead = $derived(this.tried?.ahead ?? false)
  /** It goes on after a draw, as if the likeliest had come. */
  beyond = $state(false)
  /** Chance comes next, and the draft waits there. */
  drawing = $derived(this.tried !== null && this.tried.view.player < 0 && !this.tried.view.over)
  /** Which wish was the last: answers to others come too late. */
  private wish = 0
  /** What its first move answers: asked something else in between, the draft waits. */
  private ask = ''
  /** Where the game stands, and who I am there. */
  private seq = 0
  private seat: number | null = null

  constructor(private readonly game: string) {}

  /** Begin, or go on from the beginning with these moves; `again`: as far as they hold. */
  async try(steps: string[], again = false): Promise<void> {
    const wish = (this.wish += 1)
    this.busy = true
    this.problem = null
    try {
      const path = `/games/${this.game}/plan?lang=${prefs.lang}`
      const tried = await post<Tried>(path, {
        moves: steps,
        ahead: true,
        as_far: again,
        chance: this.beyond,
      })
      if (wish !== this.wish) return
      const holds = tried.stopped?.move ?? steps.length
      if (again && !tried.ahead && holds === 0 && tried.view.ask.code !== this.ask) {
        this.wait(steps)
        return
      }
      if (!steps.length) this.ask = tried.view.ask.code
      this.tried = tried
      this.steps = steps.slice(0, holds)
      this.aside = steps.slice(holds)
      this.note()
    } catch (error) {
      if (!(error instanceof Refused || error instanceof Away)) throw error
      if (wish !== this.wish || error instanceof Away) return
      // Without a line the page says so, and what was tried before stays.
      this.problem = error.problem
      if (again) this.wait(steps)
    } finally {
      if (wish === this.wish) this.busy = false
    }
  }

  /** A new draft, or one of these moves as far as they hold. */
  async begin(moves: string[], beyond = false): Promise<void> {
    this.beyond = beyond
    await this.try([])
    if (moves.length && this.open) await this.try(moves, true)
  }

  /** Something else comes first: the moves are tried again when the board has changed. */
  private wait(steps: string[]): void {
    this.tried = null
    this.steps = []
    this.aside = steps
  }

  /** The game stands here now; `seat` is mine. What was drafted ahead is tried on the new board. */
  moved(seq: number, seat: number | null, over: boolean): void {
    const [first, ahead] = [this.seq === 0, this.ahead || !this.open]
    const moved = seq !== this.seq
    this.seq = seq
    this.seat = seat
    if (over || seat === null) this.drop()
    else if (first) this.restore()
    else if (moved && this.open && !ahead) this.drop()
    else if (moved && (this.open || this.aside.length)) void this.try([...this.steps, ...this.aside], true)
  }

  /** A draft that this browser kept, where it belongs to this position or was made ahead. */
  private restore(): void {
    const found = kept(this.game)
    if (!found || found.seat !== this.seat || (!found.ahead && found.seq !== this.seq)) return
    this.ask = found.ask
    this.beyond = found.beyond ?? false
    void this.try(found.steps, true)
  }

  private note(): void {
    const { seat, seq, ask, ahead, beyond } = this
    const found: Kept = { seat: seat ?? -1, seq, ask, ahead, beyond, steps: [...this.steps, ...this.aside] }
    keep(this.game, found)
  }

  /** A move of mine was sent to the table: what waited for just this question has had its time. */
  answered(ask: string): void {
    if (!this.open && ask === this.ask) this.drop()
  }

  /** Nothing is added while an answer is awaited: no click is tried twice. */
  add(moves: string[]): void {
    if (!this.busy) void this.try([...this.steps, ...moves])
  }

  /** Whatever is drawn: the same moves, and on from there. */
  goOn(): void {
    this.beyond = true
    void this.try(this.steps)
  }

  /** One step back, or all of them. */
  back(all: boolean): void {
    if (this.steps.length && !this.busy) void this.try(all ? [] : this.steps.slice(0, -1))
  }

  drop(): void {
    this.wish += 1
    this.busy = false
    this.tried = null
    this.steps = []
    this.aside = []
    this.beyond = false
    this.problem = null
    forget(this.game)
  }
}
