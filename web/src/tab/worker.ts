/** The worker: one message after another goes to the house in Python; between them bots answer. */

import { keepAll, small, whole } from './kept'
import type { FromWorker, ToWorker } from './messages'
import { python } from './python'

/** `terrarium.tab.worker.Worker`. */
interface Rules {
  recall(key: string, text: string): void
  request(method: string, path: string, body: string): string
  flow(path: string, body: string, deliver: (text: string) => void): string
  stop(task: string): void
  open(game: string, lang: string, after: number, deliver: (text: string) => void): string
  hear(line: number, text: string): void
  close(line: number): void
  /** What was done: a bot's `answer`, or `more` of something; empty where nothing is left. */
  work(): string
  changes(): string
}

/** Between two answers of bots, so that people can follow. */
const PAUSE_MS = 450
const say = (message: FromWorker): void => self.postMessage(message)

let rules: Rules | null = null
/** Another tab has the games of this browser. */
let taken = false
let pause = PAUSE_MS
let working = false
/** What the page said, in its order: while a game is fetched from where it sleeps, the rest waits. */
const heard: ToWorker[] = []
let hearing = false
/** What begins an answer that needs a game which sleeps; its name follows. */
const ASLEEP = 'asleep '
/** Lines of the page, by the number that Python gave them. */
const lines = new Map<number, number>()
/** What takes its time, by the name that Python gave it. */
const flows = new Map<number, string>()

async function begin(folder: string, wishes: string): Promise<void> {
  const wish = new URLSearchParams(wishes)
  const made = await python(folder)
  made.globals.set('seed', wish.get('seed') ?? '')
  made.globals.set('simulations', Number(wish.get('simulations') ?? 0))
  if (wish.has('pause')) pause = Number(wish.get('pause'))
  made.runPython('from terrarium.tab.worker import Worker\nworker = Worker(seed, simulations)')
  await own()
  const woken = made.globals.get('worker') as Rules
  for (const [key, text] of await small().catch(unkept)) woken.recall(key, text)
  if (!taken) rules = woken
  void hear()
}

/** One message of the page after another, then what is to be done. What fails with one keeps nobody from the next. */
async function hear(): Promise<void> {
  if (hearing) return
  hearing = true
  for (let message = heard.shift(); message && rules; message = heard.shift())
    try {
      await take(rules, message)
      save(rules)
    } catch (error) {
      console.error(error)
      if ('id' in message) say({ kind: 'broken', id: message.id })
    }
  hearing = false
  if (rules) void work(rules)
}

/** Ask the house; where it needs a game that sleeps, wake it and ask again. */
async function awake(house: Rules, ask: () => string): Promise<string> {
  let told = ask()
  for (; told.startsWith(ASLEEP); told = ask()) {
    const game = told.slice(ASLEEP.length)
    const found = await whole(game).catch(unkept)
    // One that is nowhere is told as what cannot be read.
    for (const [key, text] of found.length ? found : [[game, ''] as const]) house.recall(key, text)
  }
  return told
}

/** One tab plays at a time, the one that was opened last: two would write over each other's games. */
function own(): Promise<void> {
  return new Promise((mine) => {
    if (!('locks' in navigator)) return mine()
    const forever = (): Promise<void> => new Promise(() => mine())
    navigator.locks.request('terrarium-house', { steal: true }, forever).catch(() => {
      taken = true
      rules = null
      say({ kind: 'taken' })
    })
  })
}

function unkept(): [] {
  heardOf(false)
  return []
}

let refused = false

/** The page is told when the browser keeps nothing, and when it does again. */
function heardOf(kept: boolean): void {
  if (kept !== refused) return
  refused = !kept
  say({ kind: kept ? 'kept' : 'unkept' })
}

/** Tell the page an answer: status, a blank, text. */
function tell(id: number, answer: string): void {
  const cut = answer.indexOf(' ')
  say({ kind: 'answer', id, status: Number(answer.slice(0, cut)), text: answer.slice(cut + 1) })
}

async function take(house: Rules, message: ToWorker): Promise<void> {
  if (message.kind === 'ask')
    tell(message.id, await awake(house, () => house.request(message.method, message.path, message.body)))
  else if (message.kind === 'flow') {
    const { id } = message
    const begun = house.flow(message.path, message.body, (text) => say({ kind: 'part', id, text }))
    const cut = begun.indexOf('|')
    flows.set(id, begun.slice(0, cut))
    tell(id, begun.slice(cut + 1))
  } else if (message.kind === 'stop') {
    house.stop(flows.get(message.id) ?? '')
    flows.delete(message.id)
  } else if (message.kind === 'open') {
    const query = new URLSearchParams(message.query)
    const [lang, after] = [query.get('lang') ?? '', Number(query.get('after') ?? 0)]
    const { id } = message
    const deliver = (text: string): void => say({ kind: 'heard', id, text })
    const line = await awake(house, () => house.open(message.game, lang, after, deliver))
    if (line) lines.set(id, Number(line))
    else say({ kind: 'closed', id })
  } else if (message.kind === 'say') house.hear(lines.get(message.id) ?? 0, message.text)
  else if (message.kind === 'close') {
    house.close(lines.get(message.id) ?? 0)
    lines.delete(message.id)
  }
}

function save(house: Rules): void {
  void keepAll(JSON.parse(house.changes()) as [string, string | null][], heardOf)
}

/** Portion after portion while there is something to do; messages of the page come in between. */
async function work(house: Rules): Promise<void> {
  if (working) return
  working = true
  try {
    for (let done = await awake(house, () => house.work()); done && !taken;) {
      save(house)
      await new Promise((next) => setTimeout(next, done === 'answer' ? pause : 0))
      done = taken ? '' : await awake(house, () => house.work())
    }
  } catch (error) {
    // The next message tries again.
    console.error(error)
  } finally {
    working = false
  }
}

self.onmessage = ({ data }: MessageEvent<ToWorker>): void => {
  if (data.kind === 'begin')
    begin(data.python, data.wishes).catch((error: unknown) => {
      console.error(error)
      say({ kind: 'failed' })
    })
  else if (!taken) {
    heard.push(data)
    if (rules) void hear()
  }
}
