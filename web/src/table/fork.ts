/** Play on from a position in a new game: I take one seat, bots the others. */

import { post } from '../lib/api'
import type { TableInfo } from '../lib/types'
import { usualLevel } from './people'

export async function fork(
  table: TableInfo,
  at: number,
  seat: number,
  levels: readonly string[],
  lang: string,
): Promise<string> {
  const seats = table.seats.map((found) =>
    found.seat === seat ? { kind: 'me' } : { kind: 'bot', level: usualLevel(levels) },
  )
  const wish = { at, seats, listed: false, lang, coins: table.coins }
  const made = await post<{ table: TableInfo }>(`/games/${table.id}/fork`, wish)
  return `/g/${made.table.id}`
}
