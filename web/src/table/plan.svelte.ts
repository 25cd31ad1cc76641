/** A plan left at the server for my next turn: played for me when it comes, as far as nothing about it has changed. */

import { Away, call, get, Refused } from '../lib/api'
import { prefs } from '../lib/prefs.svelte'
import type { Problem } from '../lib/types'

export interface Left {
  moves: string[]
  /** Played instead, where the first does not hold in full. */
  otherwise: string[]
  /** It goes on after a draw. */
  chance: boolean
}

export class Plan {
  left = $state.raw<Left | null>(null)
  problem = $state.raw<Problem | null>(null)
  busy = $state(false)
  private asked = false

  constructor(private readonly game: string) {}

  /** What I left before, asked for once. */
  async load(): Promise<void> {
    if (this.asked) return
    this.asked = true
    try {
      this.left = (await get<{ plan: Left | null }>(`/games/${this.game}/private`)).plan
    } catch (error) {
      if (!(error instanceof Refused || error instanceof Away)) throw error
    }
  }

  leave(plan: Left): Promise<boolean> {
    return this.send('PUT', plan, plan)
  }

  withdraw(): Promise<boolean> {
    return this.send('DELETE', undefined, null)
  }

  /** I have moved: whatever was left for that has had its time. */
  past(): void {
    this.left = null
  }

  private async send(method: string, body: unknown, then: Left | null): Promise<boolean> {
    this.busy = true
    this.problem = null
    try {
      await call(method, `/games/${this.game}/plan?lang=${prefs.lang}`, body)
      this.left = then
      return true
    } catch (error) {
      if (!(error instanceof Refused || error instanceof Away)) throw error
      if (error instanceof Refused) this.problem = error.problem
      return false
    } finally {
      this.busy = false
    }
  }
}
