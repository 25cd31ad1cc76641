import { expect, it } from 'vitest'
import { placeOf } from './placing'

const ROOM = { left: 0, top: 0, width: 1000, height: 800 }
const thing = (left: number, top: number) => ({ left, top, width: 100, height: 40 })

it('stands above its thing, below where there is no room', () => {
  expect(placeOf(thing(400, 500), 300, 200, ROOM, [])).toEqual({ left: 300, top: 288, side: 'above' })
  expect(placeOf(thing(400, 100), 300, 200, ROOM, [])).toEqual({ left: 300, top: 152, side: 'below' })
})

it('stays within the window', () => {
  expect(placeOf(thing(0, 500), 300, 200, ROOM, []).left).toBe(8)
  expect(placeOf(thing(950, 500), 300, 200, ROOM, []).left).toBe(692)
  const tall = placeOf(thing(400, 390), 300, 700, ROOM, [])
  expect([tall.side, tall.left]).toEqual(['beside', 88])
  expect(placeOf(thing(100, 390), 300, 700, ROOM, []).left).toBe(212)
})

it('covers nothing that is to be pressed next', () => {
  const bar = { left: 0, top: 400, width: 600, height: 60 }
  // Above it would lie over the bar, and below there is no room.
  expect(placeOf(thing(650, 700), 300, 330, ROOM, [bar])).toEqual({ left: 338, top: 462, side: 'beside' })
  expect(placeOf({ ...thing(620, 700), width: 40 }, 300, 400, ROOM, [bar]).left).toBe(672)
  // Beside it there is no room either: it stands on what must stay free.
  const wide = { ...bar, width: 1000 }
  expect(placeOf(thing(100, 700), 300, 370, ROOM, [wide])).toEqual({ left: 212, top: 18, side: 'beside' })
})
