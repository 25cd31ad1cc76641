/** The record of a game as a file: it is read back wherever games are played. */

import { get, read } from '../lib/api'
import { house } from '../lib/playing'
import type { TableInfo } from '../lib/types'

/** A game as text: its record, where it may be had, else its position in one line. */
export async function textOf(table: TableInfo): Promise<string> {
  if (table.status === 'over' || house().offers.unfinished) return read(`/games/${table.id}/record`)
  return (await get<{ line: string }>(`/games/${table.id}/position`)).line
}

export async function takeAlong(id: string): Promise<void> {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([await read(`/games/${id}/record`)], { type: 'text/plain' }))
  link.download = `terrarium-${id}.txt`
  link.click()
  URL.revokeObjectURL(link.href)
}
