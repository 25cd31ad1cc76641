/** Guidance at real tables: a sentence about what somebody has not done often yet. It fades by being done, in this
 * browser and, where there is a session, for the person. */

import { call, get } from './api'
import { type Deeds, merged } from './deeds'
import { me } from './me.svelte'
import { house } from './playing'

/** What was done so often needs no more words. */
const ENOUGH = 3
/** In so many games a hint is offered before it is asked for, more seldom in each. */
const GAMES = 3
const MOST = 99
const KEPT = 'terrarium.guidance'
/** That a game was played to its end. */
const GAME = 'game'

interface Known {
  on: boolean
  deeds: Deeds
}

function kept(): Known {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? '') as Known
  } catch {
    return { on: true, deeds: {} }
  }
}

class Guidance {
  on = $state(true)
  private deeds = $state.raw<Deeds>({})
  private asked = false

  constructor() {
    const known = kept()
    this.on = known.on
    this.deeds = known.deeds
  }

  /** What the server knows of this person, once. */
  async load(): Promise<void> {
    if (this.asked || !me.session || !house().offers.accounts) return
    this.asked = true
    try {
      const known = await get<Known>('/guidance')
      if (!known.on) this.on = false
      this.deeds = merged(this.deeds, known.deeds)
      this.keep()
    } catch {
      // This browser's own memory of it is enough.
    }
  }

  private keep(): void {
    try {
      localStorage.setItem(KEPT, JSON.stringify({ on: this.on, deeds: this.deeds }))
    } catch {
      // A browser that keeps nothing forgets what was done with the page.
    }
  }

  private tell(body: Partial<Known>): void {
    if (me.session && house().offers.accounts) void call('PUT', '/guidance', body).catch(() => undefined)
  }

  times(title: string, deed: string): number {
    return this.deeds[title]?.[deed] ?? 0
  }

  /** Of what can be done now, the first that is new; nothing where all of it is known, or no guidance is wanted. */
  tip(title: string, offered: readonly string[]): string {
    return (this.on && offered.find((deed) => this.times(title, deed) < ENOUGH)) || ''
  }

  /** Is a hint offered in this round? In every one of the first game, in fewer of the next two. */
  offers(title: string, round: number): boolean {
    const games = this.times(title, GAME)
    return this.on && games < GAMES && (round - 1) % 2 ** games === 0
  }

  done(title: string, deed: string): void {
    const times = this.times(title, deed)
    if (times >= (deed === GAME ? GAMES : ENOUGH) || times >= MOST) return
    this.deeds = { ...this.deeds, [title]: { ...this.deeds[title], [deed]: times + 1 } }
    this.keep()
    this.tell({ deeds: { [title]: { [deed]: times + 1 } } })
  }

  /** A game has come to its end. */
  played(title: string): void {
    this.done(title, GAME)
  }

  /** No more of it; or all of it, from the beginning. */
  turn(on: boolean): void {
    this.on = on
    if (on) this.deeds = {}
    this.keep()
    this.tell({ on })
  }
}

export const guidance = new Guidance()
