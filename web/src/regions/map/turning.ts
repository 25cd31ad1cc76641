/** A token turns over: it narrows to its edge, and its other side grows from there. Those of one people turn one after
 * another, from the left of the map to the right. */

import { stillness } from '../../lib/prefs.svelte'

const HALF_MS = 170
/** The last one begins no later. */
const SWEEP_MS = 600
/** So much later for each radius of a token to the right. */
const STEP_MS = 12

export interface Turning {
  x: number
  r: number
}

interface Way {
  delay?: number
  duration: number
  css?: (t: number) => string
}

function half(late: number, { x, r }: Turning): Way {
  if (stillness()) return { duration: 0 }
  return {
    delay: Math.min(SWEEP_MS, (Math.max(0, x) / r) * STEP_MS) + late,
    duration: HALF_MS,
    css: (t) => `transform: scaleX(${t})`,
  }
}

/** The side that lay on top. */
export const away = (_: Element, turning: Turning): Way => half(0, turning)
/** The side that comes up. */
export const up = (_: Element, turning: Turning): Way => half(HALF_MS, turning)
