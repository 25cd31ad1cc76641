/** What somebody brings: a record, a position in one line, a log of another server. The server reads it. */

import { post } from '../lib/api'
import { prefs } from '../lib/prefs.svelte'
import { check } from '../lib/reading'
import type { TableInfo } from '../lib/types'

export interface Brought {
  link: string
  /** Why a log was read only so far. */
  note: string | null
}

export async function bring(text: string): Promise<Brought> {
  check(text.length)
  const made = await post<{ table: TableInfo; key: string | null; note: string | null }>('/games/import', {
    record: text,
    listed: false,
    lang: prefs.lang,
  })
  const { table, key, note } = made
  if (key && table.you !== null) localStorage.setItem(`terrarium.key.${table.id}`, `${table.you}:${key}`)
  return { link: `/g/${table.id}${table.status === 'over' ? '/review' : ''}`, note }
}
