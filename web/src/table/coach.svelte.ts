/** The coach beside a board: a hint for one's own move or why a bot moved, and what of it is marked on the map. */

import type { Choice } from '../lib/types'
import type { GameClient } from './game.svelte'
import type { Spot } from './lesson.svelte'
import type { Arrow, Reason, Thought } from './thought'

export class Coach {
  asked = $state.raw<Promise<Thought> | null>(null)
  kind = $state<'hint' | 'why'>('hint')
  /** Whose move it is about. */
  seat = $state(0)
  /** The answer, once it is there. */
  thought = $state.raw<Thought | null>(null)
  /** The next best move is looked at instead. */
  other = $state(false)

  constructor(private readonly game: GameClient) {}

  open = $derived.by(() => this.asked !== null)
  move = $derived.by<Choice | null>(() => (this.other ? this.thought?.alternative : this.thought?.move) ?? null)
  reasons = $derived.by<Reason[]>(() => (this.other ? this.thought?.instead : this.thought?.reasons) ?? [])
  arrows = $derived.by<Arrow[]>(() => (this.other ? [] : (this.thought?.arrows ?? [])))
  /** What the move is about: a place of the map, or a part of the page. */
  spots = $derived.by<Spot[]>(() => (this.move ? spotsOf(this.move) : []))
  /** Can it be played now? */
  playable = $derived.by(
    () => this.kind === 'hint' && this.game.myTurn && !this.game.draft.open && this.thought?.seq === this.game.seq,
  )

  /** Ask for a hint; asked again, it is put away. */
  hint(): void {
    if (this.asked && this.kind === 'hint') return this.close()
    // It speaks of the table, not of a draft.
    if (this.game.myTurn && !this.game.draft.open && !this.game.table?.study)
      this.ask('hint', this.game.you ?? 0, this.game.hint())
  }

  why(seat: number, row: number): void {
    this.ask('why', seat, this.game.reason(row))
  }

  close(): void {
    this.asked = null
    this.thought = null
    this.other = false
  }

  private ask(kind: 'hint' | 'why', seat: number, asked: Promise<Thought>): void {
    this.close()
    this.kind = kind
    this.seat = seat
    this.asked = asked
    void asked
      .then((found) => {
        if (this.asked === asked) this.thought = found
      })
      .catch(() => undefined)
  }
}

/** Where a move is made: regions and hexes by their name, combos and buttons as a lesson lights them. */
export function spotsOf({ verb, text, facts }: Choice): Spot[] {
  const { region, hex, site, action, card } = facts as Record<string, string | undefined> & { region?: number }
  if (region !== undefined) return [region]
  if (hex ?? site) return [(hex ?? site)!]
  if (verb === 'pick') return [text]
  if (verb === 'action' && action?.startsWith('act')) return [`act ${action}`]
  if (verb === 'send') return ['cults']
  return [card && verb === 'pass' ? 'group pass' : `do ${verb}`]
}
