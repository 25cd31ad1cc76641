/** The numbers of a finished game, read from its events alone: coins round by round, their sources, what stood out. */

import type { Row } from '../../lib/types'
import { standing } from '../../table/log'

export interface Source {
  kind: 'regions' | 'race' | 'power' | 'combo'
  unit: string
  n: number
}

export interface SeatHistory {
  seat: number
  /** Coins at the end of each round, from the first on. */
  coins: number[]
  sources: Source[]
  paid: number
  peoples: { race: string; power: string }[]
  declines: number[]
  conquests: number
  taken: number
  natives: number
  lost: number
  best: number
  rolls: { won: number; all: number }
}

export interface Moment {
  kind: 'scored' | 'lost' | 'declined' | 'lead'
  seq: number
  round: number
  seat: number
  n: number
  tribe: string
  region: number
}

export interface GameHistory {
  seats: SeatHistory[]
  moments: Moment[]
  rounds: number
}

const START_COINS = 5

export function historyOf(
  rows: readonly Row[],
  players: number,
  races: readonly string[],
  finals: readonly number[],
): GameHistory {
  const seats: SeatHistory[] = Array.from({ length: players }, (_, seat) => ({
    seat,
    coins: [],
    sources: [],
    paid: 0,
    peoples: [],
    declines: [],
    conquests: 0,
    taken: 0,
    natives: 0,
    lost: 0,
    best: 0,
    rolls: { won: 0, all: 0 },
  }))
  const gained = seats.map(() => 0)
  const moments: Moment[] = []
  let round = 0
  let turn = { seat: -1, coins: 0, taken: 0, seq: 0, region: 0 }
  const close = (): void => {
    const of = seats[turn.seat]
    if (!of) return
    of.best = Math.max(of.best, turn.coins)
    if (turn.coins)
      moments.push({
        kind: 'scored',
        seq: turn.seq,
        round,
        seat: turn.seat,
        n: turn.coins,
        tribe: '',
        region: turn.region,
      })
    if (turn.taken > 1)
      moments.push({
        kind: 'lost',
        seq: turn.seq,
        round,
        seat: turn.seat,
        n: turn.taken,
        tribe: '',
        region: turn.region,
      })
  }
  const endRound = (): void => seats.forEach((of, seat) => of.coins.push(gained[seat]!))
  for (const row of standing(rows)) {
    let rolledBy = -1
    for (const event of row.events) {
      const of = seats[event.seat]
      const n = Number(event.args['n'] ?? 0)
      const tribe = String(event.args['tribe'] ?? '')
      if (event.code === 'round') {
        if (round) endRound()
        round = n
      } else if (event.code === 'turn') {
        close()
        turn = { seat: event.seat, coins: 0, taken: 0, seq: row.seq, region: 0 }
      } else if (event.code === 'coins' && of) {
        gained[event.seat]! += n
        addSource(of, event.cause, n, races)
        if (turn.seat === event.seat) turn = { ...turn, coins: turn.coins + n, seq: row.seq }
      } else if (event.code === 'paid' && of) {
        gained[event.seat]! -= n
        of.paid += n
      } else if (event.code === 'picked' && of) {
        of.peoples.push({ race: tribe, power: String(event.args['power']) })
      } else if (event.code === 'declined' && of) {
        of.declines.push(round)
        moments.push({ kind: 'declined', seq: row.seq, round, seat: event.seat, n: 0, tribe, region: 0 })
      } else if (event.code === 'conquered' && of) {
        of.conquests += 1
        turn.region = Number(event.args['region'])
        const victim = event.args['victim']
        if (victim === 'natives') of.natives += 1
        else if (victim && victim !== 'none' && victim !== 'guards') {
          of.taken += 1
          turn.taken += 1
          turn.seq = row.seq
        }
        if (rolledBy === event.seat) of.rolls.won += 1
      } else if (event.code === 'lost' && of) of.lost += 1
      else if (event.code === 'rolled' && of) {
        of.rolls.all += 1
        rolledBy = event.seat
      }
    }
  }
  close()
  endRound()
  // Coins are hidden while the game runs, so the log tells gains and payments; the start is what is left over.
  seats.forEach((of, seat) => {
    const start = (finals[seat] ?? 0) - (of.coins.at(-1) ?? 0)
    of.coins = of.coins.map((n) => n + (finals.length ? start : START_COINS))
  })
  return { seats, moments: choose(moments, seats), rounds: round }
}

function addSource(of: SeatHistory, cause: string, n: number, races: readonly string[]): void {
  const kind = cause === 'regions' ? 'regions' : cause === 'combo' ? 'combo' : races.includes(cause) ? 'race' : 'power'
  const known = of.sources.find((source) => source.unit === cause)
  if (known) known.n += n
  else of.sources.push({ kind, unit: cause, n })
}

/** The best turn, the boldest raid, the change of the lead, a decline: at most four, in order. */
function choose(moments: Moment[], seats: SeatHistory[]): Moment[] {
  const most = (kind: Moment['kind']): Moment | undefined =>
    moments.filter((moment) => moment.kind === kind).sort((a, b) => b.n - a.n)[0]
  const picked = [
    most('scored'),
    most('lost'),
    leadChange(moments, seats),
    moments.filter((moment) => moment.kind === 'declined')[0],
  ]
  return picked.filter((moment): moment is Moment => moment !== undefined).sort((a, b) => a.seq - b.seq)
}

function leadChange(moments: Moment[], seats: SeatHistory[]): Moment | undefined {
  const rounds = seats[0]?.coins.length ?? 0
  const leader = (round: number): number =>
    seats.reduce((best, of) => ((of.coins[round] ?? 0) > (seats[best]!.coins[round] ?? 0) ? of.seat : best), 0)
  for (let round = rounds - 1; round > 0; round -= 1) {
    if (leader(round) === leader(round - 1)) continue
    const seat = leader(round)
    const at = moments.findLast(
      (moment) => moment.kind === 'scored' && moment.seat === seat && moment.round === round + 1,
    )
    return { kind: 'lead', seq: at?.seq ?? 0, round: round + 1, seat, n: 0, tribe: '', region: at?.region ?? 0 }
  }
  return undefined
}
