/** What a bot thought, in sentences: the same ones, in the same order, as `terrarium.bots.speech`. */

import type { Choice } from '../lib/types'
import type { Words } from '../lib/words'

/** A sentence about the board, a glyph for it, and the places it speaks of. */
export interface Reason {
  code: string
  args: Record<string, string | number>
  icon: string
  places: (number | string)[]
}
/** From one place to another, by the move of a seat; a threat is a reply to be feared. */
export interface Arrow {
  start: number | string
  end: number | string
  seat: number
  threat: boolean
}
export interface Thought {
  seq: number
  seat: number
  move: Choice
  points: number | null
  lead: number | null
  chance: number | null
  alternative: Choice | null
  cost: number | null
  /** Why the alternative was not played where it looks better. */
  less: string | null
  fear: Choice | null
  fear_seat: number | null
  threat: number | null
  sources: [string, number][]
  simulations: number
  reasons: Reason[]
  arrows: Arrow[]
  /** What speaks for the alternative. */
  instead: Reason[]
}

export interface Step {
  seq: number
  who: number
  points: number[]
  chances: number[]
}
export interface Slip {
  seq: number
  before: number
  seat: number
  move: Choice
  better: Choice
  cost: number
  chance: number
  /** What speaks for the better move. */
  reasons: Reason[]
  arrows: Arrow[]
}
/** What a seat owes to chance and to its own moves, in points of lead. */
export interface Account {
  luck: number
  play: number
}
export interface Analysis {
  ready: boolean
  done: number
  of: number
  curve: Step[]
  moments: number[]
  costliest: Slip[]
  accounts: Account[]
}

/** The costly moves to show: my own; the worst of all where I did not play. */
export function mine(costliest: readonly Slip[], me: number): Slip[] {
  return me < 0 ? costliest.slice(0, 3) : costliest.filter((slip) => slip.seat === me)
}

/** Points with their sign, also where they are gained. */
export const signed = (value: number): string => (Math.round(value * 10) > 0 ? '+' : '') + number(value)

/** How a move is called: each table has its own words for its moves. */
export type Spell = (choice: Choice) => string

/** Points below which two answers count as equally good. */
const EVEN = 0.35

/** One place after the point, and no zero below nought. */
export const number = (value: number): string => (Math.round(value * 10) / 10 + 0).toFixed(1).replace('-', '−')

export function spellWith(words: Words): Spell {
  return (choice) => {
    const key = `choice.${choice.verb}`
    return words.has(key) ? words.say(key, { die: 0, ...choice.facts }) : choice.text
  }
}

export function sentencesOf(thought: Thought, words: Words, spell: Spell): string[] {
  const found: string[] = []
  const move = spell(thought.move)
  if (thought.points !== null) {
    const lead = thought.lead ?? 0
    const key = standing(lead, 'bots.expects', 'bots.expects.behind', 'bots.expects.even')
    found.push(words.say(key, { move, points: number(thought.points), lead: number(Math.abs(lead)) }))
  } else if (thought.lead !== null) {
    const key = standing(thought.lead, 'bots.lead', 'bots.lead.behind', 'bots.lead.even')
    found.push(words.say(key, { move, lead: number(Math.abs(thought.lead)) }))
  }
  if (thought.chance !== null) found.push(words.say('bots.chance', { percent: Math.round(100 * thought.chance) }))
  if (thought.alternative && thought.cost !== null) {
    const key = thought.cost >= EVEN ? 'bots.alternative' : thought.cost > -EVEN ? 'bots.as_good' : less(thought.less)
    found.push(words.say(key, { move: spell(thought.alternative), cost: number(Math.abs(thought.cost)) }))
  }
  if (thought.fear)
    found.push(
      words.say('bots.fear', {
        seat: thought.fear_seat,
        move: spell(thought.fear),
        cost: number(thought.threat ?? 0),
      }),
    )
  if (thought.sources.length) {
    const lines = thought.sources.map(([code, points]) => `${sourceName(words, code)} ${number(points)}`)
    found.push(
      words.say('bots.sources', { lines: lines.reduce((first, next) => words.say('bots.list', { first, next })) }),
    )
  }
  if (thought.simulations) found.push(words.say('bots.simulations', { n: thought.simulations }))
  return found
}

/** Which sentence tells of an answer that looks better; thoughts of before do not know why it was not given. */
const less = (why: string | null): string => (why ? `bots.less.${why}` : 'bots.less')

/** How much better a move is than the next, in words: `coach.<how>`. */
export function better(cost: number): string {
  if (cost >= 3) return 'far'
  if (cost >= 1) return 'clearly'
  return cost >= EVEN ? 'slightly' : cost > -EVEN ? 'even' : 'unsure'
}

/** Which sentence tells a lead: nobody has a lead of minus one. */
function standing(lead: number, ahead: string, behind: string, even: string): string {
  const shown = Math.round(lead * 10)
  return shown > 0 ? ahead : shown < 0 ? behind : even
}

function sourceName(words: Words, code: string): string {
  return words.has(`source.${code}`) ? words.say(`source.${code}`) : words.name(code)
}

export interface Turn {
  step: Step
  seat: number
  from: number
  to: number
}

/** A turning point: whose chance to win changed most, and from what to what, in percent. */
export function turnAt(curve: readonly Step[], place: number): Turn | null {
  const [before, step] = [curve[place - 1], curve[place]]
  if (!before || !step) return null
  let seat = 0
  const change = (n: number): number => Math.abs((step.chances[n] ?? 0) - (before.chances[n] ?? 0))
  for (let n = 1; n < step.chances.length; n += 1) if (change(n) > change(seat)) seat = n
  return { step, seat, from: Math.round(100 * before.chances[seat]!), to: Math.round(100 * step.chances[seat]!) }
}
