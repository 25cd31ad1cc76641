/** What is heard and what moves when rows come: conquests, dice, coins, losses. */

import { sound } from '../lib/sound'
import type { Row, View } from '../lib/types'

/** Milliseconds between two conquests that are shown one after the other, and the longest wait for one. */
const STEP_MS = 260
const LONGEST_MS = 2000

export interface Stage {
  /** The position that these rows led to. */
  view: View
  you: number | null
  conquest: (to: number, seat: number, from: number | null, delay: number) => void
  die: (n: number, key: number) => void
}

export function echo(rows: readonly Row[], stage: Stage): void {
  let delay = 0
  for (const row of rows) {
    for (const event of row.events) {
      if (event.code === 'conquered') {
        const to = Number(event.args['region'])
        const from =
          stage.view.regions.find((region) => region.holder === event.args['tribe'] && region.id !== to)?.id ?? null
        stage.conquest(to, event.seat, from, Math.min(delay, LONGEST_MS))
        delay += STEP_MS
        sound('conquest')
      } else if (event.code === 'rolled') stage.die(Number(event.args['n']), row.seq)
      else if (event.code === 'declined') sound('decline')
      else if (event.code === 'coins' && event.seat === stage.you) sound('coins')
      else if (
        event.code === 'lost' &&
        stage.view.seats[stage.you ?? -1]?.tribes.some((tribe) => tribe.race === event.args['tribe'])
      )
        sound('loss')
      else if (event.code === 'over') sound('end')
    }
  }
}
