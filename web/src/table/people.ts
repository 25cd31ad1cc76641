import { i18n, t } from '../lib/i18n.svelte'
import type { SeatInfo } from '../lib/types'

/** What a seat is called at the table: the person's name, a bot's, or that it is free. */
export function seatName(seat: SeatInfo): string {
  if (seat.kind === 'human' && seat.name) return seat.name
  if (seat.kind === 'bot') return t(`table.bots.${seat.seat % 5}`)
  return t('table.open_seat')
}

/** Where room is scarce a bot goes by its own name. */
export function shortName(seat: SeatInfo): string {
  return seat.kind === 'bot' ? t(`table.bots_short.${seat.seat % 5}`) : seatName(seat)
}

export function levelName(level: string): string {
  return i18n.words.has(`level.${level}`) ? t(`level.${level}`) : level
}

/** Who sits opposite where nobody chose: strong, and quick with it. */
export function usualLevel(levels: readonly string[]): string {
  return levels.includes('strong') ? 'strong' : (levels.at(-1) ?? 'random')
}
