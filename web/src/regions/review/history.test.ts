import { describe, expect, it } from 'vitest'
import type { Event, Row } from '../../lib/types'
import { historyOf } from './history'

const event = (code: string, seat: number, args: Record<string, unknown> = {}, cause = ''): Event => ({
  code,
  seat,
  cause,
  rule: '',
  args,
})
const rows = (...events: Event[][]): Row[] =>
  events.map((told, n) => ({ seq: n + 1, who: 0, kind: 'move', at: 0, events: told }))

describe('the numbers of a finished game', () => {
  const game = historyOf(
    rows(
      [
        event('round', -1, { n: 1 }),
        event('turn', 0),
        event('picked', 0, { tribe: 'orcs', power: 'flying' }),
        event('paid', 0, { n: 1 }),
      ],
      [event('conquered', 0, { region: 3, victim: 'natives' })],
      [event('coins', 0, { n: 3 }, 'regions'), event('coins', 0, { n: 2 }, 'orcs')],
      [
        event('turn', 1),
        event('rolled', 1, { n: 2 }),
        event('conquered', 1, { region: 3, victim: 'orcs' }),
        event('lost', 0, { tribe: 'orcs' }),
      ],
      [event('coins', 1, { n: 9 }, 'regions')],
      [event('round', -1, { n: 2 }), event('turn', 0), event('declined', 0, { tribe: 'orcs' })],
      [event('coins', 0, { n: 1 }, 'regions')],
    ),
    2,
    ['orcs'],
    [10, 14],
  )
  it('end with the final coins, round by round', () => {
    expect(game.seats.map((seat) => seat.coins)).toEqual([
      [9, 10],
      [14, 14],
    ])
    expect(game.rounds).toBe(2)
  })
  it('name the sources by race, power and regions, and what was paid', () => {
    expect(game.seats[0]).toMatchObject({
      paid: 1,
      sources: [
        { kind: 'regions', n: 4 },
        { kind: 'race', unit: 'orcs', n: 2 },
      ],
    })
  })
  it('count conquests, rolls, losses and declines', () => {
    expect(game.seats[0]).toMatchObject({ conquests: 1, natives: 1, lost: 1, declines: [2], best: 5 })
    expect(game.seats[1]).toMatchObject({ conquests: 1, taken: 1, rolls: { won: 1, all: 1 } })
  })
  it('do not take monsters that guard a marker for a player or a Lost Tribe', () => {
    const played = rows([event('turn', 0), event('conquered', 0, { region: 3, victim: 'guards' })])
    expect(historyOf(played, 2, [], [5, 5]).seats[0]).toMatchObject({ conquests: 1, natives: 0, taken: 0 })
  })
  it('find moments in the order of the game', () => {
    const seqs = game.moments.map((moment) => moment.seq)
    expect(seqs).toEqual([...seqs].sort((a, b) => a - b))
    expect(game.moments.find((moment) => moment.kind === 'scored')).toMatchObject({ seat: 1, n: 9 })
  })
})
