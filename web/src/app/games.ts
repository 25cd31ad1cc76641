/** Lists of games, page after page. */

import { get } from '../lib/api'
import type { GameEntry } from '../lib/types'

export interface Listed {
  games: GameEntry[]
  /** There are more. */
  more: boolean
}

/** The first pages of a list. */
export async function listed(which: string, pages: number): Promise<Listed> {
  const games: GameEntry[] = []
  let next: string | null = null
  for (let page = 0; page < pages && (page === 0 || next); page++) {
    const cursor: string = next ? `&cursor=${encodeURIComponent(next)}` : ''
    const found: { games: GameEntry[]; next: string | null } = await get(`/games?which=${which}${cursor}`)
    games.push(...found.games)
    next = found.next
  }
  return { games, more: next !== null }
}
