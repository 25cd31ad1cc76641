/** Requests to where games are played. On a server the session is a cookie; what changes something carries the page's
 * token. */

import type { Answer } from './house'
import { house } from './playing'
import type { Problem } from './types'

export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly problem: Problem,
    readonly body: Record<string, unknown> = {},
  ) {
    super(problem.sentence)
  }
}

/** Nobody answered: the network or the server is away. */
export class Away extends Error {}

export interface Session {
  csrf: string
  user: number
  name: string
  account: boolean
  lang: string
}

let csrf = ''
let opener: (() => Promise<unknown>) | null = null

/** How a session comes about: whoever changes something before there is one waits for it. */
export function openBy(opening: () => Promise<unknown>): void {
  opener = opening
}

/** From now on what changes something is asked for with this session. */
export function adopt(session: Session): void {
  csrf = session.csrf
}

async function send(method: string, path: string, body?: unknown): Promise<Answer> {
  if (method !== 'GET' && path !== '/session' && !csrf) await opener?.()
  try {
    return await house().ask(method, path, body === undefined ? null : JSON.stringify(body), csrf)
  } catch {
    throw new Away()
  }
}

export async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  return parsed(await send(method, path, body)) as T
}

/** An answer that is plain text. */
export async function read(path: string): Promise<string> {
  const answer = await send('GET', path)
  if (answer.status >= 400) parsed(answer)
  return answer.text
}

function parsed({ status, text }: Answer): Record<string, unknown> {
  let data: Record<string, unknown>
  try {
    data = JSON.parse(text) as Record<string, unknown>
  } catch {
    throw new Away()
  }
  if (status >= 400) throw new Refused(status, data['error'] as Problem, data)
  return data
}

export const get = <T>(path: string): Promise<T> => call<T>('GET', path)
export const post = <T>(path: string, body: unknown = {}): Promise<T> => call<T>('POST', path, body)

/** An answer that comes line by line; `signal` ends it. A line with an error is thrown. */
export async function* lines<T>(path: string, body: unknown, signal: AbortSignal): AsyncGenerator<T> {
  if (!csrf) await opener?.()
  const flow = await house()
    .flow(path, JSON.stringify(body), csrf, signal)
    .catch(() => Promise.reject(new Away()))
  let rest = ''
  for await (const value of flow.parts) {
    const parts = (rest + value).split('\n')
    rest = parts.pop() ?? ''
    for (const part of parts) {
      const data = JSON.parse(part) as { error?: Problem }
      if (data.error) throw new Refused(flow.status, data.error)
      yield data as Awaited<T>
    }
  }
  if (flow.status >= 400) parsed({ status: flow.status, text: rest })
}

/** The session of this browser; a guest's is opened where there is none. */
export async function openSession(name: string, lang: string): Promise<Session> {
  const known = await get<{ session: Session | null }>('/me')
  const session = known.session ?? (await post<Session>('/session', { name, lang }))
  csrf = session.csrf
  return session
}

export async function changeSession(change: { name?: string; lang?: string }): Promise<Session> {
  return call<Session>('PATCH', '/session', change)
}
