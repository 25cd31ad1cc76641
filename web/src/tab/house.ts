/** Games in this tab: a worker runs the rules, the bots and the tables, and keeps them in the browser. */

import type { Answer, Ears, Elsewhere, Flow, House, Line } from '../lib/house'
import type { FromWorker, ToWorker } from './messages'

interface Waiting {
  resolve: (answer: Answer) => void
  reject: (reason: Error) => void
}

export class TabHouse implements House {
  private next = 1
  private readonly waiting = new Map<number, Waiting>()
  private readonly lines = new Map<number, Ears>()
  private failed = false

  /** `python` is where the rules lie; `wishes` come from the address, for tests. */
  constructor(
    private readonly worker: Worker,
    python: string,
    wishes: string,
  ) {
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.hear(data)
    worker.onerror = () => this.fail()
    this.tell({ kind: 'begin', python, wishes })
  }

  ask(method: string, path: string, body: string | null): Promise<Answer> {
    const id = this.next++
    return new Promise((resolve, reject) => {
      if (this.failed) return reject(new Error('no rules'))
      this.waiting.set(id, { resolve, reject })
      this.tell({ kind: 'ask', id, method, path, body: body ?? '' })
    })
  }

  async flow(path: string, body: string): Promise<Flow> {
    const { status, text } = await this.ask('POST', path, body)
    async function* parts(): AsyncGenerator<string> {
      yield text
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
        this.lines.delete(id)
        this.tell({ kind: 'close', id })
      },
    }
  }

  /** Whoever gives out these files may say at which server; `server.json` beside the page is where. */
  async elsewhere(): Promise<Elsewhere> {
    const response = await fetch(new URL('server.json', document.baseURI)).catch(() => null)
    const { server } = (response?.ok ? await response.json() : { server: '' }) as { server: string }
    return { kind: 'server', root: server ? new URL(server, document.baseURI).href.replace(/\/$/, '') : '' }
  }

  private tell(message: ToWorker): void {
    this.worker.postMessage(message)
  }

  private hear(message: FromWorker): void {
    if (message.kind === 'failed') return this.fail()
    const { id } = message
    if (message.kind === 'answer') {
      this.waiting.get(id)?.resolve({ status: message.status, text: message.text })
      this.waiting.delete(id)
    } else if (message.kind === 'heard') this.lines.get(id)?.heard(message.text)
    else {
      const ears = this.lines.get(id)
      this.lines.delete(id)
      ears?.closed()
    }
  }

  /** The rules could not be loaded: nobody answers any more. */
  private fail(): void {
    this.failed = true
    for (const { reject } of this.waiting.values()) reject(new Error('no rules'))
    this.waiting.clear()
  }
}
