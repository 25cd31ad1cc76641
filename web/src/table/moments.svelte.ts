/** Positions of the past, fetched once each and shown instead of the present one. */

import { address } from '../lib/address.svelte'
import { Away, Refused } from '../lib/api'
import type { View } from '../lib/types'
import type { GameClient } from './game.svelte'

export class Moments {
  at = $state<number | null>(null)
  view = $state.raw<View | null>(null)
  /** Where the game is told in short, the moments it stops at; null while all of them can be looked at. */
  frames = $state.raw<number[] | null>(null)
  /** The moment whose position is seen: the one asked for, once it has come. */
  seen = $state<number | null>(null)
  private known = new Map<number, Promise<View>>()

  constructor(private readonly game: GameClient) {}

  async show(seq: number): Promise<void> {
    this.at = seq
    try {
      const view = await this.read(seq)
      if (this.at !== seq) return
      this.view = view
      this.seen = seq
    } catch (error) {
      if (error instanceof Refused || error instanceof Away) this.leave()
      else throw error
    }
    // The next one is fetched while this one is looked at.
    const next = this.frames?.find((frame) => frame > seq)
    if (next !== undefined) void this.read(next).catch(() => undefined)
  }

  /** Tell the game by these moments alone. */
  tell(frames: number[]): void {
    this.frames = frames
    void this.show(frames[0] ?? 0)
  }

  private read(seq: number): Promise<View> {
    let view = this.known.get(seq)
    if (!view) {
      view = this.game.at(seq)
      this.known.set(seq, view)
      view.catch(() => this.known.delete(seq))
    }
    return view
  }

  leave(): void {
    this.at = null
    this.view = null
    this.seen = null
    this.frames = null
    if (address.param('at')) address.go(address.path, true)
  }
}
