/** How long each of several moves is shown, and how many at most. */

/** A move that nothing comes after stays lit so long. */
const CALM_MS = 900
/** What waits while others play is told within about this time; no move is shorter than can be followed. */
const TOGETHER_MS = 6000
const LEAST_MS = 350
/** So many are told at most, the last of them; fewer when I am asked, for then they are on the way. */
const MOST = 16
const MOST_MINE = 8

/** Milliseconds that a move is shown while so many wait behind it. */
export function dwell(waiting: number, mine: boolean): number {
  if (!waiting) return CALM_MS
  return mine ? LEAST_MS : Math.min(CALM_MS, Math.max(LEAST_MS, TOGETHER_MS / (waiting + 1)))
}

/** Those of the moves that wait which are told one by one; what came before them is taken at once. */
export function told<Move>(moves: readonly Move[], mine: boolean): Move[] {
  return moves.slice(-(mine ? MOST_MINE : MOST))
}
