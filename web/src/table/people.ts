import { i18n, t } from '../lib/i18n.svelte'
import type { SeatInfo } from '../lib/types'

/** Guests go by the name of a creature, which everybody reads in their own language. */
export const CREATURES = [
  'badger',
  'bear',
  'beaver',
  'crane',
  'deer',
  'dolphin',
  'eagle',
  'falcon',
  'fox',
  'frog',
  'goat',
  'hare',
  'hedgehog',
  'heron',
  'horse',
  'lynx',
  'magpie',
  'marten',
  'mole',
  'newt',
  'otter',
  'owl',
  'panda',
  'pangolin',
  'raven',
  'salmon',
  'seal',
  'sparrow',
  'squirrel',
  'swan',
  'tortoise',
  'wolf',
] as const

/** The name a new guest is given: in English on the server, whatever language it was made in. */
export function newGuest(): string {
  const found = CREATURES[crypto.getRandomValues(new Uint32Array(1))[0]! % CREATURES.length]!
  return found.charAt(0).toUpperCase() + found.slice(1)
}

/** A person's name as it is shown to me. */
export function personName(name: string): string {
  const key = `creature.${name.toLowerCase()}`
  return i18n.words.has(key) ? t(key) : name
}

/** What a seat is called at the table: the person's name, a bot's, or that it is free. */
export function seatName(seat: SeatInfo): string {
  if (seat.kind === 'human' && seat.name) return personName(seat.name)
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
