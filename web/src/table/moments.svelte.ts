/** Positions of the past, fetched once each and shown instead of the present one. */

import { address } from '../lib/address.svelte'
import { Away, Refused } from '../lib/api'
import type { View } from '../lib/types'
import type { GameClient } from './game.svelte'

export class Moments {
  at = $state<number | null>(null)
  view = $state.raw<View | null>(null)
  private known = new Map<number, View>()

  constructor(private readonly game: GameClient) {}

  async show(seq: number): Promise<void> {
    this.at = seq
    let view = this.known.get(seq)
    try {
      view ??= await this.game.at(seq)
    } catch (error) {
      if (error instanceof Refused || error instanceof Away) this.leave()
      else throw error
      return
    }
    this.known.set(seq, view)
    if (this.at === seq) this.view = view
  }

  leave(): void {
    this.at = null
    this.view = null
    if (address.param('at')) address.go(address.path, true)
  }
}
