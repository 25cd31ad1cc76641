/** What the curtain shows of a finished game: each player's points, source after source. */

export interface Part {
  /** Which pattern it has, from the ground up. */
  kind: number
  label: string
  n: number
}
export interface Ending {
  seat: number
  name: string
  total: number
  parts: Part[]
}

/** Parts that add up to the total: what they do not explain is added as the last kind, or taken from the largest. */
export function whole(ending: Ending, rest: string): Ending {
  const parts = ending.parts.filter((part) => part.n > 0)
  const over = ending.total - parts.reduce((sum, part) => sum + part.n, 0)
  if (over > 0) parts.push({ kind: 5, label: rest, n: over })
  else if (over < 0) {
    const largest = Math.max(...parts.map((part) => part.n))
    const at = parts.findIndex((part) => part.n === largest)
    if (at >= 0) parts[at] = { ...parts[at]!, n: Math.max(0, largest + over) }
  }
  return { ...ending, parts }
}

/** Best first; who is level stands in the order of seats. */
export const ranked = (endings: readonly Ending[]): Ending[] => [...endings].sort((a, b) => b.total - a.total)
