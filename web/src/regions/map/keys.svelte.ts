/** The map by keyboard: from region to region, through the legal ones, and what is done with the one it is on. */

import { type MapShape, neighbour } from './geometry'

export interface KeyDeeds {
  map: () => MapShape
  /** Regions as they are read. */
  order: () => number[]
  /** Those that something may be done with, in that order. */
  stops: () => number[]
  moved: () => void
  act: (region: number) => void
  ask: (region: number) => void
  adjust: (region: number, by: number) => void
}

const DIRECTIONS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

export class MapKeys {
  /** The region it is on; -1 before it is used. */
  focused = $state(-1)
  /** Is it in use, rather than a pointer? */
  shown = $state(false)

  constructor(private readonly deeds: KeyDeeds) {}

  press(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const { deeds } = this
    const order = deeds.order()
    const direction = DIRECTIONS[event.key]
    this.shown = true
    const at = this.focused < 0 ? (order[0] ?? 0) : this.focused
    if (direction) this.focus(this.focused < 0 ? at : neighbour(deeds.map(), at, ...direction))
    else if (event.key === 'Home') this.focus(order[0] ?? 0)
    else if (event.key === 'End') this.focus(order.at(-1) ?? 0)
    else if (event.key === 'PageDown' || event.key === 'PageUp') this.cycle(event.key === 'PageDown' ? 1 : -1)
    else if (event.key === 'Enter' || event.key === ' ') deeds.act(at)
    else if (event.key === 'w' || event.key === 'W') deeds.ask(at)
    else if (event.key === '+' || event.key === '=') deeds.adjust(at, 1)
    else if (event.key === '-' || event.key === '_') deeds.adjust(at, -1)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  /** Step through the legal targets alone. */
  private cycle(by: number): void {
    const stops = this.deeds.stops()
    if (stops.length) this.focus(stops[(stops.indexOf(this.focused) + by + stops.length) % stops.length]!)
  }

  private focus(region: number): void {
    this.focused = region
    this.deeds.moved()
  }
}
