/** How a game of regions ended, in words: for the curtain, the review, and the picture of both. */

import { i18n, named, t } from '../../lib/i18n.svelte'
import { languageOf } from '../../lib/languages'
import type { Variant } from '../../lib/types'
import type { SeatHistory } from './history'
import type { Ranked } from './picture'

/** Everybody with their coins, best first. */
export const rankingOf = (finals: readonly number[], names: readonly string[]): Ranked[] =>
  finals.map((coins, seat) => ({ seat, coins, name: names[seat] ?? '' })).sort((a, b) => b.coins - a.coins)

export function headingOf(
  winners: readonly number[],
  names: readonly string[],
  finals: readonly number[],
  variant: Variant | undefined,
): string {
  if (variant?.won !== undefined && variant.won !== null)
    return t(variant.won ? 'table.common_won' : 'table.common_lost')
  if (!winners.length) return t('table.common_lost')
  const who = winners.map((seat) => names[seat]).join(t('table.comma'))
  if (winners.length > 1) return t('table.review.shared', { names: who })
  const [first = 0, second = 0] = [...finals].sort((a, b) => b - a)
  return first > second
    ? t('table.review.win_by', { names: who, n: first - second })
    : t('table.review.wins', { names: who, n: first })
}

/** The peoples that somebody played, one after another. */
export function peoplesOf(history: SeatHistory | undefined): string {
  const between = languageOf(i18n.lang).spaced ? ' ' : ''
  return history?.peoples.map(({ power, race }) => named(power) + between + named(race)).join(t('table.comma')) ?? ''
}
