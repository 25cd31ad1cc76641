/** The page of Terra Mystica as the server sends it: names and numbers, no rule. */

export type Goods = Partial<Record<'coins' | 'workers' | 'priests' | 'power' | 'vp' | 'keys' | 'spades', number>>

export interface MysticChoice {
  text: string
  verb: string
  facts: {
    hex?: string
    terrain?: string
    long?: boolean
    building?: string
    track?: string
    steps?: number
    n?: number
    tile?: string
    card?: string
    faction?: string
    action?: string
    site?: string
    river?: string
    conversion?: string
    pay?: Goods
    gain?: Goods
    convert?: Record<string, number>
    warnings?: string[]
    power?: number
    vp?: number
    from?: number
  }
}

export interface HexView {
  hex: string
  row: number
  column: number
  terrain: string
  building?: string
  seat?: number
  power?: number
  town?: boolean
  /** What power each seat could take if a building were put up or upgraded here; none where nobody could. */
  offers?: number[]
}

export interface TileView {
  tile: string
  scores?: Record<string, number>
  cult?: string
  per?: number
  pays?: string
  amount?: number
}
export interface CardView {
  card: string
  seat: number
  coins: number
  income: Goods
}
export interface CultView {
  track: string
  spaces: number[]
  steps: number[]
  worth: number[]
  power: Record<string, number>
}

export interface MysticSeat {
  seat: number
  faction: string
  vp: number
  home: string
  coins: number
  workers: number
  priests: number
  priests_left: number
  priests_sent: number
  bowls: number[]
  power: number
  cults: Record<string, number>
  keys: number
  shipping: { level: number; start: number; max: number; skip: number }
  digging: { level: number; max: number; workers: number; priests: number }
  buildings: Record<string, number>
  left: Record<string, number>
  costs: Record<string, { workers: number; coins: number }>
  tracks: Record<string, Goods[]> & { base: Goods }
  favors: string[]
  card: string
  used: string[]
  stronghold_action: string
  towns: string[]
  bridges_left: number
  income: Goods
  reward: Goods
  pass_vp: number
  passed: boolean
  gone: boolean
  final: { network?: number; area?: number; cults?: Record<string, number>; goods?: number }
}

export interface MysticView {
  title: string
  player: number
  ask: { code: string; [key: string]: unknown }
  round: number
  rounds: number
  over: boolean
  turn: number
  order: number[]
  next_order: number[]
  round_tiles: TileView[]
  cards: CardView[]
  favors: { tile: string; left: number }[]
  towns: { tile: string; left: number }[]
  power_actions: { action: string; power: number; used: boolean }[]
  cults: CultView[]
  hexes: HexView[]
  rivers: { hex: string; row: number; column: number; link: boolean }[]
  bridges: { site: string; ends: [string, string]; seat: number }[]
  seats: MysticSeat[]
}

/** Who looks, and at what. */
export interface Looker {
  view: MysticView
  names: readonly string[]
  /** My seat; nobody's for who watches or studies. */
  you: number | null
}

export const BUILDINGS = ['dwelling', 'trading_house', 'temple', 'stronghold', 'sanctuary'] as const
export const TRACKS = ['fire', 'water', 'earth', 'air'] as const
