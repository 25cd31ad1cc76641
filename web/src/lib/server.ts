/** Games on a server: requests over HTTP, lines over WebSockets. */

import type { Answer, Boat, Ears, Elsewhere, Flow, House, Line } from './house'
import { takeNewest } from './newest'
import { parcel } from './parcel'

const TAB = '/tab/'
/** What is kept of the games one plays: enough to go on with them. */
const BOATS = 'terrarium.lifeboats'
/** So many games, the latest. */
const MOST_BOATS = 6

interface Noted {
  game: string
  line: string
  at: number
}

function noted(): Noted[] {
  try {
    const kept = JSON.parse(localStorage.getItem(BOATS) ?? '[]') as Noted[]
    return Array.isArray(kept) ? kept : []
  } catch {
    return []
  }
}

/** Keep the position of a game, or nothing of it any more. */
function note(game: string, line: string | null): void {
  const others = noted().filter((other) => other.game !== game)
  const kept = line === null ? others : [{ game, line, at: Date.now() }, ...others].slice(0, MOST_BOATS)
  localStorage.setItem(BOATS, JSON.stringify(kept))
}

/** Lines that were opened since the page was loaded. */
let lines = 0
/** Wishes to note a position; only the last one is still of use when the tab has been fetched. */
let wishes = 0

/** The worker that keeps the tab in this browser, at its work or on the way to it; null where nobody wants one. */
async function keeper(): Promise<ServiceWorker | null> {
  // Asked for one alone, Chromium names the one of the whole server until the tab's is installed.
  const all = (await navigator.serviceWorker?.getRegistrations()) ?? []
  const found = all.find(({ scope }) => new URL(scope).pathname === TAB)
  return found?.active ?? found?.waiting ?? found?.installing ?? null
}

/** Is the tab kept whole in this browser, so that it opens without a network? */
const tabIsKept = async (): Promise<boolean> => atWork(await keeper())

const atWork = (worker: ServiceWorker | null): boolean =>
  worker?.state === 'activating' || worker?.state === 'activated'

/** The same, but a tab that is still being fetched is waited for: its 8 MB take their time. */
async function tabWillBeKept(): Promise<boolean> {
  const worker = await keeper()
  while (worker && !atWork(worker) && worker.state !== 'redundant')
    await new Promise((done) => worker.addEventListener('statechange', done, { once: true }))
  return atWork(worker)
}

const headers = (body: string | null, token: string): Record<string, string> => ({
  ...(body === null ? {} : { 'Content-Type': 'application/json' }),
  ...(token ? { 'X-CSRF-Token': token } : {}),
})

/** What is read of a body as it comes; a line that breaks ends it. */
async function* partsOf(body: ReadableStream<Uint8Array> | null): AsyncGenerator<string> {
  const stream = body?.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader()
  while (stream) {
    const { done, value } = await stream.read().catch(() => ({ done: true, value: undefined }))
    if (done) return
    yield value ?? ''
  }
}

export const server: House = {
  offers: {
    others: true,
    clocks: true,
    accounts: true,
    ratings: true,
    studies: true,
    unfinished: false,
    forgetting: false,
  },

  async ask(method, path, body, token): Promise<Answer> {
    const response = await fetch(`/api/v1${path}`, { method, headers: headers(body, token), body })
    return { status: response.status, text: await response.text() }
  },

  async flow(path, body, token, signal): Promise<Flow> {
    const response = await fetch(`/api/v1${path}`, { method: 'POST', headers: headers(body, token), body, signal })
    return { status: response.status, parts: partsOf(response.body) }
  },

  line(game, query, ears: Ears): Line {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
    const socket = new WebSocket(`${scheme}://${location.host}/api/v1/games/${game}/socket${query}`)
    // A line that opens again may lead to a server that was renewed.
    socket.onopen = () => {
      if (lines++) void takeNewest()
    }
    socket.onmessage = (message) => ears.heard(message.data as string)
    socket.onclose = () => ears.closed()
    // A line that is not open yet takes nothing; the move on its way is sent when it greets.
    const send = (text: string): void => {
      if (socket.readyState === WebSocket.OPEN) socket.send(text)
    }
    return { send, close: () => socket.close() }
  },

  async elsewhere(): Promise<Elsewhere | null> {
    const response = await fetch('/api/v1/elsewhere').catch(() => null)
    const { tab } = (response?.ok ? await response.json() : { tab: null }) as { tab: string | null }
    const known = tab ?? (!response && (await tabIsKept()) ? TAB : null)
    return known ? { kind: 'tab', root: `${known}#` } : null
  },

  async prepare(game, goesOn): Promise<void> {
    const wish = ++wishes
    if (!goesOn) return note(game, null)
    if (!(await tabWillBeKept()) || wish !== wishes) return
    const { status, text } = await this.ask('GET', `/games/${game}/position`, null, '')
    note(game, status === 200 ? (JSON.parse(text) as { line: string }).line : null)
  },

  async lifeboats(): Promise<Boat[]> {
    if (!(await tabIsKept())) return []
    const made = noted().map(async ({ game, line, at }) => {
      // A position in one line begins with its title.
      return { game, title: line.split(' ', 1)[0]!, at, href: await parcel(`${TAB}#`, line) }
    })
    return Promise.all(made)
  },
}

/** Fetch the tab whole, where the server has it, and keep it up to date: for days without a network. */
export async function keepTab(): Promise<void> {
  if (await server.elsewhere()) await navigator.serviceWorker.register(`${TAB}sw.js`)
}
