/** Signing in and out, and what belongs to an account. */

import { adopt, call, post, Refused, type Session } from './api'
import { t } from './i18n.svelte'
import { me } from './me.svelte'
import { Unreadable } from './reading'

export interface Standing {
  rating: number
  uncertainty: number
}
export interface TitleStanding extends Standing {
  title: string
  players: number
  games: number
}
export interface Profile {
  user: number
  name: string
  rated: boolean
  ratings: TitleStanding[]
}

/** From now on this browser is whoever the session says. */
export function take(session: Session): void {
  adopt(session)
  me.session = session
}

export async function signUp(name: string, password: string): Promise<void> {
  take(await post<Session>('/account', { name, password }))
}

export async function signIn(name: string, password: string): Promise<void> {
  take(await post<Session>('/login', { name, password }))
}

/** Whoever signs out goes on as a new guest. */
export async function signOut(guest: string, lang: string): Promise<void> {
  await call('DELETE', '/session')
  take(await post<Session>('/session', { name: guest, lang }))
}

/** A rating as everybody reads it: with how far it may be off. */
export const told = ({ rating, uncertainty }: Standing): string =>
  `${rating.toFixed(1)}\u00a0±\u00a0${uncertainty.toFixed(1)}`

/** Why something did not work, in a sentence. */
export const sentence = (error: unknown): string =>
  error instanceof Refused ? error.problem.sentence : error instanceof Unreadable ? error.message : t('table.offline')
