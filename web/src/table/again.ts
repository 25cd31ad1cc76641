/** The same game once more: the bots stay, people are asked again. Tells where the new table is. */

import { post } from '../lib/api'
import type { TableInfo } from '../lib/types'

export async function again(table: TableInfo, lang: string): Promise<string> {
  const seats = table.seats.map((seat) =>
    seat.seat === table.you
      ? { kind: 'me' }
      : seat.kind === 'bot'
        ? { kind: 'bot', level: seat.level }
        : { kind: 'open' },
  )
  if (!seats.some((seat) => seat.kind === 'me')) seats[0] = { kind: 'me' }
  const { title, map, options } = table
  const made = await post<{ table: TableInfo }>('/games', { title, seats, lang, map, options })
  return `/g/${made.table.id}`
}
