/** What comes over the wire. The client reads these shapes and knows no rule behind them. */

export interface SeatInfo {
  seat: number
  kind: 'open' | 'human' | 'bot'
  level: string
  name: string
  stand_in?: string | null
  rated?: boolean
  /** The number of its person. */
  user?: number | null
}

export interface Result {
  scores: number[]
  winners: number[]
  [key: string]: unknown
}

export interface TableInfo {
  /** The board of a study. */
  study?: boolean
  id: string
  title: string
  players: number
  map: string
  options: Record<string, string>
  lang: string
  listed: boolean
  status: 'open' | 'live' | 'paused' | 'over' | 'aborted'
  seats: SeatInfo[]
  clock: Record<string, unknown>
  spectators: string
  delay: number
  coins: 'hidden' | 'open'
  ask: { id: number; kind: string; by: number; agreed?: number[]; to?: number | null } | null
  result: Result | null
  commitment: string
  secret?: string
  parent: { game: string; at: number } | null
  imported: boolean
  created: number
  you: number | null
  seq?: number
  invite?: string
  host?: boolean
}

export interface GameEntry {
  id: string
  title: string
  players: number
  map: string
  status: TableInfo['status']
  seats: SeatInfo[]
  result: Result | null
  created: number
  updated: number
  you?: number
  your_turn?: boolean
}

export interface Event {
  code: string
  seat: number
  cause: string
  rule: string
  args: Record<string, unknown>
}

export interface Row {
  seq: number
  who: number
  kind: 'move' | 'chance' | 'undo'
  at: number
  to?: number
  /** A bot made it and can say why. */
  reason?: boolean
  /** Played from the plan I had left. */
  planned?: boolean
  events: Event[]
}

export interface Choice {
  text: string
  verb: string
  facts: Facts
}

export interface Facts {
  unit?: string
  region?: number
  terrain?: string
  seat?: number
  n?: number
  race?: string
  power?: string
  coins?: number
  price?: number
  tokens?: number
  die?: number
  why?: [string, number][]
  /** Coins that are due for it, by the unit that asks for them. */
  toll?: [string, number][]
}

export interface Ask {
  code: string
  tribe?: string
  hand?: number
  from?: number
  unit?: string
  rule?: string
  n?: number
  region?: number
  need?: number
  /** Where several pieces are asked for one by one: how many, where, and whether one region may take more than one. */
  most?: number
  sites?: number[]
  several?: boolean
}

export interface Combo {
  race: string
  power: string
  coins: number
  price: number
  tokens: number
}

export interface Tribe {
  race: string
  mode: 'active' | 'declined'
  power: string | null
  hand: number
  retreat: number
  tray: number
  regions: number[]
  tokens: number
  note: number
  /** What lies open before the owner: a word of `state.*` and its number. */
  shows: [string, number][]
}

export interface SeatView {
  seat: number
  coins: number | null
  active: string | null
  tribes: Tribe[]
}

export interface RegionView {
  id: number
  terrain: string
  features: string[]
  holder: string | null
  seat: number | null
  mode: 'active' | 'declined' | null
  tokens: number
  marks: Record<string, number>
  immune: boolean
}

/** A relic, artifact or place that has come to light. */
export interface Thing {
  name: string
  chapter: string
  region: number | null
  keeper: string | null
  seat: number | null
  serving: boolean
  used: boolean
  lent: string | null
}

/** Titles of the Small World family have regions; another title's view is read by its own page. */
export interface Variant {
  name: string
  reconstructed: boolean
  scoring: string
  teams?: { name: string; seats: number[]; row: number; score: number | null }[]
  /** A game that all win or lose together. */
  to_beat?: number
  lead?: number | null
  won?: boolean | null
}

export interface View {
  title: string
  map: string
  players: number
  player: number
  ask: Ask
  round: number
  rounds: number
  turn: number
  over: boolean
  row: Combo[]
  returned_races: string[]
  stacked_races: string[]
  stacked_powers: string[]
  discarded_powers: string[]
  seats: SeatView[]
  regions: RegionView[]
  stock: Record<string, number>
  /** The side each race is on, where the title knows sides. */
  factions?: Record<string, string>
  things?: Thing[]
  /** Another way to play than the usual one. */
  variant?: Variant
  /** The race that nobody plays. */
  wild?: { race: string; hand: number; regions: number[]; tokens: number; coins: number; turn: boolean }
  /** Things that still lie face down somewhere. */
  unseen?: string[]
  armed?: string
  rolled?: number
}

export interface Problem {
  code: string
  sentence: string
  args: Record<string, unknown>
  rule?: string | null
}

export interface ChatLine {
  id: number
  kind: string
  seat: number | null
  name: string
  text: string
  author: number | null
  at: number
}

export interface TitleInfo {
  id: string
  name: string
  players: [number, number]
  /** Every way to play it, the usual one first. */
  variants: { name: string; options: Record<string, string>; players: [number, number] }[]
  races: string[]
  powers: string[]
  maps: string[]
  options: { name: string; default: string; values: string[]; rule: string }[]
  /** Do players hide something from each other, if the table does? */
  hides: boolean
  /** Does it take units of the players' own? */
  guests: boolean
  levels: string[]
}

/** A table of the rulebook, in words. */
export interface Sheet {
  id: string
  chapter: string
  name: string
  about: string
  columns: string[]
  rows: string[][]
}

export interface Rule {
  id: string
  text: string
  chapter: string
  option?: string
}

/** Coins by cause: what a region brings its holder each turn, and what taking it would add to my turn. */
export interface Profit {
  holder: number | null
  held: [string, number][]
  mine: [string, number][]
}

export interface Why {
  legal: boolean
  refusal: Problem | null
  price: [string, number][]
}
