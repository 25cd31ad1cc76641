/** The check and the lab of the unit on the bench: what the server tells of them while they run. */

import { lines, Refused } from '../../lib/api'
import { sentence } from '../../lib/account.svelte'
import { prefs } from '../../lib/prefs.svelte'
import type { Bench, Problem, Told } from './bench.svelte'
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
  /** Figures of the gallery that are older than this know nothing of maps and opponents. */
  by_map?: (Share & { name: string; even: number })[]
  against?: (Share & { name: string })[]
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
  /** What bots should hold it worth; nothing of a thing. */
  worth: number[]
  /** Neighbours, the nearest to even first; some lack a sentence. */
  suggestions: (Share & { change: string; data: Table; without?: number })[]
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
  /** How many sit at the table that it begins with. */
  players = $state(2)
  /** The units that the check and the figures are of: as it travels, and whatever bots hold it worth. */
  checkedOf = $state('')
  foundOf = $state('')
  private stopping: AbortController | null = null

  constructor(private readonly bench: Bench) {}

  /** Are these figures of the unit as it is now? */
  fresh = $derived.by(() => this.bench.mark === this.foundOf)
  passed = $derived.by(() => this.checked?.ok === true && this.bench.told?.option[1] === this.checkedOf)

  stop(): void {
    this.stopping?.abort()
  }

  /** Lines of one experiment until it ends or is stopped. It is begun with what the server has told of the unit. */
  private async run<T>(
    kind: 'check' | 'lab',
    more: Table,
    begin: (told: Told) => void,
    hear: (line: T) => void,
  ): Promise<void> {
    if (this.running) return
    this.running = kind
    this.problem = ''
    const { signal } = (this.stopping = new AbortController())
    try {
      const told = await this.bench.settled()
      if (told?.ok && !signal.aborted) {
        begin(told)
        const body = { title: this.bench.info?.title ?? '', text: this.bench.source, ...more }
        for await (const line of lines<T>(`/workshop/${kind}?lang=${prefs.lang}`, body, signal)) hear(line)
      }
    } catch (error) {
      if (!signal.aborted || error instanceof Refused) this.problem = sentence(error)
    }
    this.running = ''
  }

  /** What these figures say of the unit as it is now without one of its sentences. */
  without(place: number): Share | undefined {
    return this.fresh ? this.found?.suggestions.find((one) => one.without === place) : undefined
  }

  /** What bots should hold the unit worth travels with it, as soon as a lab of it has come to its end. */
  settle(): void {
    const { done, worth } = this.found ?? { done: false, worth: [] }
    if (!done || !this.fresh || !worth.length) return
    if (JSON.stringify(this.bench.unit['worth']) !== JSON.stringify(worth)) this.bench.set('worth', worth)
  }

  check(): Promise<void> {
    const begin = ({ option }: Told): void => {
      this.checked = null
      this.checkedOf = option[1] ?? ''
    }
    return this.run<Checked>('check', {}, begin, (line) => (this.checked = line))
  }

  measure(players: number): Promise<void> {
    const begin = (): void => {
      this.found = null
      this.ghosts = []
      this.foundOf = this.bench.mark
    }
    return this.run<Measured>('lab', { players }, begin, (line) => {
      const [next] = GHOSTS.slice(this.ghosts.length)
      if (next !== undefined && line.games >= next) this.ghosts = [...this.ghosts, line]
      this.found = line
    })
  }
}
