/** Units that are kept on the server: one's own, and those that people published. */

import { address } from '../../lib/address.svelte'
import { get, post } from '../../lib/api'
import { prefs } from '../../lib/prefs.svelte'
import type { TableInfo } from '../../lib/types'
import type { Share } from './lab.svelte'
import type { Table } from './toml'

export interface Measure extends Share {
  even: number
  verdict: 'even' | 'stronger' | 'weaker'
  players: number
  by_players: (Share & { players: number })[]
  with: (Share & { name: string })[]
}
export interface UnitCard {
  id: string
  title: string
  kind: 'race' | 'power' | 'relic' | 'place' | 'artifact'
  unit: string
  name: string
  icon: string
  tokens: number
  author: string
  mine: boolean
  sentences: string[]
  figures: Measure | null
  plays: number
  won: number
  copied: string | null
  published: number | null
  taken_down: boolean
}
export interface WholeUnit extends UnitCard {
  data: Table
  option: [string, string]
}
export type Which = 'published' | 'played' | 'mine'

export function listed(
  which: Which,
  wishes: Record<string, string>,
): Promise<{ units: UnitCard[]; next: string | null }> {
  const query = new URLSearchParams({ which, lang: prefs.lang, ...wishes })
  return get(`/workshop/units?${query.toString()}`)
}

export const unitOf = (id: string): Promise<WholeUnit> => get(`/workshop/units/${id}?lang=${prefs.lang}`)

/** A table with two bots at which a unit is dealt first. */
export async function tableWith(title: string, [name, value]: readonly [string, string]): Promise<void> {
  const made = await post<{ table: TableInfo; key: string | null }>('/games', {
    title,
    seats: [{ kind: 'me' }, ...[1, 2].map(() => ({ kind: 'bot', level: 'greedy' }))],
    lang: prefs.lang,
    listed: false,
    options: { [name]: value },
    first: name.replace('unit.', ''),
  })
  if (made.key) localStorage.setItem(`terrarium.key.${made.table.id}`, `${made.table.you}:${made.key}`)
  address.go(`/g/${made.table.id}`)
}

/** A file to keep. */
export function saveFile(name: string, text: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/toml' }))
  link.download = `${name}.toml`
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 1000)
}
