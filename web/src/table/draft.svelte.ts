/** A turn as a draft: moves tried on a private copy of the position, taken back freely, then played or dropped.
 *
 * The copy knows what its owner knows: at a die or a draw it ends. */

import { Away, post, Refused } from '../lib/api'
import type { Choice, Problem, Row, View } from '../lib/types'

interface Tried {
  view: View
  choices: Choice[]
  rows: Row[]
  /** How many of the moves, from the first, can be played now without another's answer. */
  own: number
  /** Coins by cause that the turn would bring if it ended there. */
  forecast: [string, number][]
}

export class Draft {
  tried = $state.raw<Tried | null>(null)
  steps = $state.raw<string[]>([])
  problem = $state.raw<Problem | null>(null)
  busy = $state(false)
  open = $derived(this.tried !== null)
  /** Which wish was the last: answers to others come too late. */
  private wish = 0

  constructor(private readonly game: string) {}

  /** Begin, or go on from the beginning with these moves. */
  async try(steps: string[]): Promise<void> {
    const wish = (this.wish += 1)
    this.busy = true
    this.problem = null
    try {
      const tried = await post<Tried>(`/games/${this.game}/plan`, { moves: steps })
      if (wish !== this.wish) return
      this.tried = tried
      this.steps = steps
    } catch (error) {
      if (!(error instanceof Refused || error instanceof Away)) throw error
      // Without a line the page says so, and what was tried before stays.
      if (wish === this.wish && error instanceof Refused) this.problem = error.problem
    } finally {
      if (wish === this.wish) this.busy = false
    }
  }

  /** Nothing is added while an answer is awaited: no click is tried twice. */
  add(moves: string[]): void {
    if (!this.busy) void this.try([...this.steps, ...moves])
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
    this.problem = null
  }
}
