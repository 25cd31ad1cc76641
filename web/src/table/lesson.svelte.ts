/** A lesson at a real table: one step at a time, wrong answers are told and not played, what was reached is kept. */

import { call, get, post } from '../lib/api'
import { sound } from '../lib/sound'
import type { TableInfo } from '../lib/types'
import type { GameClient } from './game.svelte'

export type Spot = number | string
/** What is lit on the board: places, and arrows between them. */
export interface Lit {
  glow: Spot[]
  arrows: [Spot, Spot][]
}
/** Who stands beside a table: a lesson or a puzzle. */
export interface Teacher {
  readonly lit: Lit | undefined
  /** Counts how often help was asked for: what glows, pulses. */
  readonly pulse: number
  attach(game: GameClient): void
}
export interface Step extends Lit {
  right: string[]
  say: string
  do: string
  good: string
  bad: string
  slips: { move: string; text: string }[]
}
interface Told {
  id: string
  name: string
  teaches: string[]
  steps: Step[]
}
export interface Entry {
  id: string
  name: string
  done: boolean
  step: number
}
export interface Course {
  title: string
  lessons: Entry[]
}

const KEPT = 'terrarium.lessons'
const known = (): string[] => JSON.parse(localStorage.getItem(KEPT) ?? '[]') as string[]
const called = (title: string, id: string): string => `${title}/${id}`

/** What this browser remembers as done, beside what the server knows of the person. */
function remember(thing: string): void {
  if (!known().includes(thing)) localStorage.setItem(KEPT, JSON.stringify([...known(), thing]))
}

/** The lessons of every title; done is what the server or this browser knows as done. */
export async function courses(lang: string): Promise<Course[]> {
  const found = await get<{ courses: Course[] }>(`/lessons?lang=${lang}`)
  const here = known()
  return found.courses.map(({ title, lessons }) => ({
    title,
    lessons: lessons.map((one) => ({ ...one, done: one.done || here.includes(called(title, one.id)) })),
  }))
}

/** Does a move fit a pattern in which `*` stands for anything? */
export function fits(move: string, pattern: string): boolean {
  const parts = pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('.*')}$`).test(move)
}

export class Lesson implements Teacher {
  told = $state.raw<Told | null>(null)
  /** The step that is asked for; as many as there are once all are done. */
  at = $state(0)
  /** What was said to the last answer. */
  said = $state('')
  wrong = $state(false)
  /** The lesson is over and the table may be played on. */
  free = $state(false)
  pulse = $state(0)
  private sent = $state(0)
  private game = $state.raw<GameClient | null>(null)

  constructor(
    readonly title: string,
    readonly id: string,
  ) {}

  steps = $derived.by(() => this.told?.steps ?? [])
  step = $derived.by<Step | undefined>(() => this.steps[this.at])
  done = $derived.by(() => this.told !== null && this.at >= this.steps.length)
  /** What is lit now: nothing while an answer is on its way or others move. */
  lit = $derived.by<Step | undefined>(() => (this.game?.myTurn && !this.sent && !this.free ? this.step : undefined))

  /** The table of the lesson, where it was left, or from its beginning. */
  async begin(again: boolean): Promise<TableInfo> {
    const begun = await post<{ table: TableInfo; step: number }>(this.path, { again })
    this.at = begun.step
    this.said = ''
    this.free = false
    return begun.table
  }

  async speak(lang: string): Promise<void> {
    this.told = await get<Told>(`${this.path}?lang=${lang}`)
    if (this.wrong) this.said = ''
  }

  private get path(): string {
    return `/lessons/${this.title}/${this.id}`
  }

  /** From now on this table asks whether an answer may be sent. */
  attach(game: GameClient): void {
    this.game = game
    game.gate = (moves) => this.allow(moves)
  }

  private allow(moves: string[]): boolean {
    if (this.free || this.done || !this.told) return true
    const wrong = moves.findIndex((move, n) => !this.steps[this.at + n]?.right.some((one) => fits(move, one)))
    if (!moves.length || wrong >= 0) {
      const { step } = this
      const slip = step?.slips.find((one) => fits(moves[wrong] ?? '', one.move))
      this.said = moves.length ? (slip?.text ?? step?.bad ?? '') : ''
      this.wrong = moves.length > 0
      if (this.wrong) sound('illegal')
      return false
    }
    this.sent = moves.length
    return true
  }

  /** The table has answered: what was sent is behind us, unless it was refused. */
  settle(): void {
    const { game, sent } = this
    if (!sent || !game || game.pending) return
    this.sent = 0
    if (game.refusal) return
    this.said = this.steps[this.at + sent - 1]?.good ?? ''
    this.wrong = false
    this.at += sent
    if (this.done) {
      remember(called(this.title, this.id))
      sound('end')
    }
    void call('PUT', this.path, { step: this.at, done: this.done }).catch(() => undefined)
  }
}

class Lessons {
  /** Who teaches at the table that is being opened; nobody at other tables. */
  now = $state.raw<Teacher | null>(null)
}

export const lessons = new Lessons()
