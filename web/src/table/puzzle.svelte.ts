/** A puzzle at a real table: the first answer is judged, not played; the right one is played and explained. */

import { get, post } from '../lib/api'
import { sound } from '../lib/sound'
import type { TableInfo } from '../lib/types'
import type { GameClient } from './game.svelte'
import type { Lit, Spot, Teacher } from './lesson.svelte'
import type { Thought } from './thought'

export interface PuzzleEntry {
  id: string
  title: string
  difficulty: number
  done: boolean
  tries: number
}
export interface PuzzleList {
  day: string
  today: PuzzleEntry | null
  puzzles: PuzzleEntry[]
}
interface Verdict {
  right: boolean
  tries: number
  margin: number | null
  each: number | null
  thought: Thought | null
}

export const puzzles = (): Promise<PuzzleList> => get<PuzzleList>('/puzzles')

export class Puzzle implements Teacher {
  entry = $state.raw<PuzzleEntry | null>(null)
  verdict = $state.raw<Verdict | null>(null)
  busy = $state(false)
  pulse = $state(0)
  private game = $state.raw<GameClient | null>(null)

  constructor(readonly id: string) {}

  /** The answer is known: found, or shown. */
  told = $derived.by(() => this.verdict?.thought ?? null)
  lit = $derived.by<Lit | undefined>(() => {
    const spot = this.told && this.game?.seq === 0 ? placeOf(this.told.move.facts) : null
    return spot === null ? undefined : { glow: [spot], arrows: [] }
  })

  async begin(): Promise<TableInfo> {
    const begun = await post<{ table: TableInfo; puzzle: PuzzleEntry }>(`/puzzles/${this.id}`)
    this.entry = begun.puzzle
    this.verdict = null
    return begun.table
  }

  attach(game: GameClient): void {
    this.game = game
    game.gate = (moves) => this.allow(moves)
  }

  /** Once the answer is known, the table may be played on. */
  private allow(moves: string[]): boolean {
    if (this.told) return true
    if (moves[0] && !this.busy) void this.judge(moves[0])
    return false
  }

  private async judge(move: string): Promise<void> {
    this.busy = true
    try {
      this.verdict = await post<Verdict>(`/puzzles/${this.id}/answer`, { move })
    } finally {
      this.busy = false
    }
    sound(this.verdict.right ? 'end' : 'illegal')
    if (this.verdict.right) this.game?.play(move)
  }

  /** I want to see it. */
  show(): Promise<void> {
    return this.judge('')
  }
}

/** The region or hex that an answer is about. */
function placeOf(facts: Record<string, unknown> | object): Spot | null {
  const { region, hex } = facts as { region?: number; hex?: string }
  return region ?? hex ?? null
}
