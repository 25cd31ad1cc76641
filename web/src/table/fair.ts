/** Provably fair chance: every draw follows from a secret whose fingerprint was known before the first move. */

import { fromHex, hmac, sha256, toHex } from '../lib/sha256'
import type { TableInfo } from '../lib/types'

export interface Draw {
  seq: number
  ply: number
  label: string
  /** What could have come: texts and weights, in the order of their codes. */
  outcomes: [string, number][]
  drawn: number
}

const place = (id: string): string => `terrarium.fair.${id}`
const ASIDE = 200

/** Keep the fingerprint as this browser saw it while the game ran: who changes it later is found out. */
export function noteSeen(table: TableInfo): void {
  if (table.status === 'over' || table.status === 'aborted' || localStorage.getItem(place(table.id))) return
  const kept = Object.keys(localStorage).filter((key) => key.startsWith(place('')))
  if (kept.length >= ASIDE) for (const key of kept) localStorage.removeItem(key)
  localStorage.setItem(place(table.id), table.commitment)
}
export const seenBefore = (id: string): string | null => localStorage.getItem(place(id))
export const shortOf = (commitment: string): string => commitment.slice(0, 12)

export const belongs = (secret: string, commitment: string): boolean => toHex(sha256(fromHex(secret))) === commitment

/** Which outcome the secret gives. */
export function outcomeOf(secret: string, draw: Pick<Draw, 'ply' | 'label' | 'outcomes'>): number {
  const message = new TextEncoder().encode(`${draw.ply} ${draw.label}`)
  const number = BigInt(`0x${toHex(hmac(fromHex(secret), message))}`)
  const total = draw.outcomes.reduce((sum, [, weight]) => sum + weight, 0)
  let left = Number((number * BigInt(total)) >> 256n)
  return draw.outcomes.findIndex(([, weight]) => (left -= weight) < 0)
}
