/** The check and the lab of the unit on the bench: what the server tells of them while they run. */

import { lines, Refused } from '../../lib/api'
import { sentence } from '../../lib/account.svelte'
import { prefs } from '../../lib/prefs.svelte'
import type { Bench, Problem } from './bench.svelte'
import type { Table } from './toml'

export interface Share {
  games: number
  win_share: number
  ci95: [number, number]
  mean_score: number
}
export interface Figures extends Share {
  even: number
  verdict: 'even' | 'stronger' | 'weaker'
  players: number
  by_players: (Share & { players: number; even?: number })[]
  with: (Share & { name: string })[]
  /** Of a thing: finders of things of the box in its place, of one that does nothing; who held it longest. */
  box?: Share
  blank?: Share
  longest?: Share
  played: number
  seconds: number
}
interface Measured extends Figures {
  kind: 'lab'
  done: boolean
  way: number
  suggestions: (Share & { change: string; data: Table })[]
}
export interface Checked {
  kind: 'check'
  done: boolean
  partners: string[]
  tried: number
  games: number
  of: number
  broken: string[]
  ok?: boolean
  problems?: Problem[]
}
/** Games at which the interval of that moment stays on show. */
const GHOSTS = [40, 160, 640]

export class Lab {
  running = $state<'' | 'check' | 'lab'>('')
  checked = $state.raw<Checked | null>(null)
  found = $state.raw<Measured | null>(null)
  ghosts = $state.raw<Share[]>([])
  problem = $state('')
  /** The units that the check and the figures are of, as they travel. */
  checkedOf = $state('')
  foundOf = $state('')
  private stopping: AbortController | null = null

  constructor(private readonly bench: Bench) {}

  /** Are these figures of the unit as it is now? */
  fresh = $derived.by(() => this.bench.told?.option[1] === this.foundOf)
  passed = $derived.by(() => this.checked?.ok === true && this.bench.told?.option[1] === this.checkedOf)

  stop(): void {
    this.stopping?.abort()
  }

  /** Lines of one experiment until it ends or is stopped. */
  private async run<T>(kind: 'check' | 'lab', path: string, body: Table, hear: (line: T) => void): Promise<void> {
    if (this.running) return
    this.running = kind
    this.problem = ''
    const { signal } = (this.stopping = new AbortController())
    try {
      for await (const line of lines<T>(`${path}?lang=${prefs.lang}`, body, signal)) hear(line)
    } catch (error) {
      if (!signal.aborted || error instanceof Refused) this.problem = sentence(error)
    }
    this.running = ''
  }

  private get draft(): Table {
    return { title: this.bench.info?.title ?? '', text: this.bench.source }
  }

  check(): Promise<void> {
    this.checked = null
    this.checkedOf = this.bench.told?.option[1] ?? ''
    return this.run<Checked>('check', '/workshop/check', this.draft, (line) => (this.checked = line))
  }

  measure(players: number): Promise<void> {
    this.found = null
    this.ghosts = []
    this.foundOf = this.bench.told?.option[1] ?? ''
    return this.run<Measured>('lab', '/workshop/lab', { ...this.draft, players }, (line) => {
      const [next] = GHOSTS.slice(this.ghosts.length)
      if (next !== undefined && line.games >= next) this.ghosts = [...this.ghosts, line]
      this.found = line
    })
  }
}
