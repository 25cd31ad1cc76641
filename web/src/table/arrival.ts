/** Coming to a table: one request, and its answer is what every part of the page begins with. */

import { get, post } from '../lib/api'
import type { TableInfo } from '../lib/types'

/** `key` is `seat:secret`, as sitting down gave it: it opens the seat from another device. */
export async function arrive(id: string, invite: string | null, key: string | null): Promise<TableInfo> {
  let table: TableInfo | null = null
  if (invite) table = await post<TableInfo>(`/games/${id}/enter`, { invite })
  const [seat, secret] = key?.split(':') ?? []
  if (seat && secret) table = await post<TableInfo>(`/games/${id}/seats/${seat}/claim`, { key: secret })
  return table ?? get<TableInfo>(`/games/${id}`)
}
