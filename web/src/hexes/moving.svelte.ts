/** Pieces that have just moved: shown one after another, briefly, and all at once as soon as somebody acts. */

import { stillness } from '../lib/prefs.svelte'
import type { Row } from '../lib/types'

const STEP_MS = 170
const LONGEST_MS = 1700
const LANDING_MS = 420

export class Moving {
  /** Hexes and bridge sites with the milliseconds to wait before each. */
  places = $state.raw<Map<string, number>>(new Map())
  /** `track seat` of everybody who climbed. */
  risen = $state.raw<Set<string>>(new Set())
  private timer = 0

  show(rows: readonly Row[]): void {
    if (stillness()) return
    const places = new Map<string, number>()
    const risen = new Set<string>()
    for (const event of rows.flatMap((row) => row.events)) {
      const place = event.args['hex'] ?? event.args['site']
      if (typeof place === 'string' && !places.has(place))
        places.set(place, Math.min(LONGEST_MS, places.size * STEP_MS))
      if (event.code === 'cult') risen.add(`${String(event.args['track'])} ${event.seat}`)
    }
    if (!places.size && !risen.size) return
    this.places = places
    this.risen = risen
    clearTimeout(this.timer)
    this.timer = window.setTimeout(() => this.skip(), Math.max(0, ...places.values()) + 2 * LANDING_MS)
  }

  skip(): void {
    clearTimeout(this.timer)
    if (this.places.size) this.places = new Map()
    if (this.risen.size) this.risen = new Set()
  }
}
