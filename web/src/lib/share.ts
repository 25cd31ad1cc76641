/** How sure one can be of a share of wins. */

/** Below so many games a share says nothing. */
export const ENOUGH = 10
/** 95 % of a normal distribution lie within so many deviations. */
const SURE = 1.96

export interface Range {
  low: number
  high: number
}

/** Wilson's interval: where the true share lies, 95 times out of a hundred. Shared wins count in parts. */
export function rangeOf(wins: number, games: number): Range {
  if (games <= 0) return { low: 0, high: 1 }
  const share = wins / games
  const square = SURE ** 2 / games
  const middle = (share + square / 2) / (1 + square)
  const half = (SURE / (1 + square)) * Math.sqrt((share * (1 - share)) / games + square / (4 * games))
  return { low: Math.max(0, middle - half), high: Math.min(1, middle + half) }
}
