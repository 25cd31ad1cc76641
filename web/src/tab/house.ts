/** Games in this tab: a worker runs the rules, the bots and the tables, and keeps them in the browser. */

import type { Answer, Boat, Ears, Elsewhere, Flow, House, Line, Offers } from '../lib/house'
import { trouble } from '../lib/trouble.svelte'
import type { FromWorker, ToWorker } from './messages'

/** Can this browser run the rules? */
const able = (): boolean => typeof WebAssembly === 'object' && typeof DecompressionStream === 'function'

interface Waiting {
  resolve: (answer: Answer) => void
  reject: (reason: Error) => void
}

export class TabHouse implements House {
  readonly offers: Offers = {
    others: false,
    clocks: false,
    accounts: false,
    ratings: false,
    studies: false,
    unfinished: true,
    forgetting: true,
  }
  private next = 1
  private readonly waiting = new Map<number, Waiting>()
  private readonly lines = new Map<number, Ears>()
  private readonly flows = new Map<number, WritableStreamDefaultWriter<string>>()
  private failed = false

  /** `python` is where the rules lie; `wishes` come from the address, for tests. */
  constructor(
    private readonly worker: Worker,
    python: string,
    wishes: string,
  ) {
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.hear(data)
    worker.onerror = () => this.fail('unloaded')
    if (able()) this.tell({ kind: 'begin', python, wishes })
    else this.fail('unable')
  }

  ask(method: string, path: string, body: string | null): Promise<Answer> {
    const id = this.next++
    if (method === 'POST' && path === '/games') void navigator.storage?.persist?.().catch(() => false)
    return new Promise((resolve, reject) => {
      if (this.failed) return reject(new Error('no rules'))
      this.waiting.set(id, { resolve, reject })
      this.tell({ kind: 'ask', id, method, path, body: body ?? '' })
    })
  }

  async flow(path: string, body: string, _token: string, signal: AbortSignal): Promise<Flow> {
    signal.throwIfAborted()
    const id = this.next++
    const channel = new TransformStream<string, string>()
    const writer = channel.writable.getWriter()
    this.flows.set(id, writer)
    const { status, text } = await new Promise<Answer>((resolve, reject) => {
      if (this.failed) return reject(new Error('no rules'))
      this.waiting.set(id, { resolve, reject })
      this.tell({ kind: 'flow', id, path, body })
      // Also before it is answered: the worker takes one message after another.
      signal.addEventListener('abort', () => {
        this.tell({ kind: 'stop', id })
        this.part(id, '', true)
        reject(signal.reason as Error)
      })
    })
    if (status >= 400) this.part(id, text, true)
    async function* parts(): AsyncGenerator<string> {
      const reader = channel.readable.getReader()
      for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value
    }
    return { status, parts: parts() }
  }

  line(game: string, query: string, ears: Ears): Line {
    const id = this.next++
    this.lines.set(id, ears)
    this.tell({ kind: 'open', id, game, query })
    return {
      send: (text) => this.tell({ kind: 'say', id, text }),
      close: () => {
        if (!this.lines.delete(id)) return
        this.tell({ kind: 'close', id })
        queueMicrotask(() => ears.closed())
      },
    }
  }

  /** Whoever gives out these files may say at which server; `server.json` beside the page is where. */
  async elsewhere(): Promise<Elsewhere> {
    const response = await fetch(new URL('server.json', document.baseURI)).catch(() => null)
    const { server } = (response?.ok ? await response.json() : { server: '' }) as { server: string }
    return { kind: 'server', root: server ? new URL(server, document.baseURI).href.replace(/\/$/, '') : '' }
  }

  /** Nobody can be away from here. */
  async prepare(): Promise<void> {}

  async lifeboats(): Promise<Boat[]> {
    return []
  }

  private tell(message: ToWorker): void {
    this.worker.postMessage(message)
  }

  private hear(message: FromWorker): void {
    // Who cannot play at all need not hear that nothing is kept.
    if (message.kind === 'unkept' && !this.failed) trouble.kind = 'unkept'
    if (message.kind === 'kept' && trouble.kind === 'unkept') trouble.kind = ''
    if (message.kind === 'unkept' || message.kind === 'kept') return
    if (message.kind === 'taken') return this.fail('taken')
    if (message.kind === 'failed') return this.fail('unloaded')
    const { id } = message
    if (message.kind === 'broken') {
      this.waiting.get(id)?.reject(new Error('no answer'))
      this.waiting.delete(id)
      return
    }
    if (message.kind === 'answer') {
      this.waiting.get(id)?.resolve({ status: message.status, text: message.text })
      this.waiting.delete(id)
    } else if (message.kind === 'part') this.part(id, message.text, !message.text)
    else if (message.kind === 'heard') this.lines.get(id)?.heard(message.text)
    else {
      const ears = this.lines.get(id)
      this.lines.delete(id)
      ears?.closed()
    }
  }

  /** A part of an answer that comes in parts, perhaps its last. */
  private part(id: number, text: string, last: boolean): void {
    const writer = this.flows.get(id)
    if (text) void writer?.write(text)
    if (!last) return
    void writer?.close()
    this.flows.delete(id)
  }

  /** Nobody answers any more: the rules could not be loaded, or the games went to another tab. */
  private fail(why: 'unable' | 'unloaded' | 'taken'): void {
    this.failed = true
    trouble.kind = why
    for (const { reject } of this.waiting.values()) reject(new Error('no rules'))
    this.waiting.clear()
    for (const id of [...this.flows.keys()]) this.part(id, '', true)
  }
}
