/** What somebody does at a table, by name: what guidance speaks of and counts. */

import type { Choice } from '../lib/types'

/** The order in which guidance speaks of what can be done at once. */
const ORDER = [
  'pick',
  'expand',
  'decline',
  'conquer',
  'die',
  'stop',
  'faction',
  'build',
  'upgrade',
  'transform',
  'action',
  'send',
  'advance',
  'favor',
  'town',
  'leech',
  'card',
  'pass',
]

/** The deed that a move is; a conquest that needs the die is one of its own. */
export function deedOf(move: string, choices: readonly Choice[]): string {
  const verb = move.split(' ')[0] ?? ''
  const risky = verb === 'conquer' && choices.some((choice) => choice.text === move && choice.facts.die)
  return risky ? 'die' : verb
}

/** What can be done now. */
export function offered(choices: readonly Choice[]): string[] {
  const found = new Set(choices.map((choice) => deedOf(choice.text, choices)))
  return ORDER.filter((deed) => found.has(deed))
}

/** Is there anything to say about this? */
export const guided = (deed: string): boolean => ORDER.includes(deed)
