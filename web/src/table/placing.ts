/** Where a card stands: beside its thing, and not over what is to be pressed next. */

export interface Box {
  left: number
  top: number
  width: number
  height: number
}

export interface Place {
  left: number
  top: number
  side: 'above' | 'below' | 'beside'
}

const GAP = 12
const EDGE = 8

const meets = (one: Box, other: Box): boolean =>
  one.left < other.left + other.width &&
  other.left < one.left + one.width &&
  one.top < other.top + other.height &&
  other.top < one.top + one.height

/** Above its thing where there is room, else below, else beside it; over nothing of `free` where that can be. */
export function placeOf(thing: Box, width: number, height: number, room: Box, free: readonly Box[]): Place {
  const within = (at: number, size: number, whole: number): number => Math.max(EDGE, Math.min(whole - size - EDGE, at))
  const middle = within(thing.left + thing.width / 2 - width / 2, width, room.width)
  const level = within(thing.top + thing.height / 2 - height / 2, height, room.height)
  const right = thing.left + thing.width + GAP
  const places: Place[] = [
    { left: middle, top: thing.top - height - GAP, side: 'above' },
    { left: middle, top: thing.top + thing.height + GAP, side: 'below' },
    { left: thing.left - width - GAP, top: level, side: 'beside' },
    { left: right, top: level, side: 'beside' },
    ...free.flatMap((box) =>
      [thing.left - width - GAP, right, middle].map((left): Place => ({
        left,
        top: box.top - height - GAP,
        side: 'beside',
      })),
    ),
  ]
  const fitting = places.filter(
    ({ left, top }) =>
      left >= EDGE && top >= EDGE && left + width <= room.width - EDGE && top + height <= room.height - EDGE,
  )
  const clear = fitting.find(({ left, top }) => !free.some((box) => meets({ left, top, width, height }, box)))
  const aside = places[2]!.left >= EDGE ? places[2]!.left : within(right, width, room.width)
  return clear ?? fitting[0] ?? { left: aside, top: level, side: 'beside' }
}
