/** Pointers on a map: tap, press long, drag a token, pan, pinch, wheel, and resting on a region. */

import type { Zoom } from './zoom.svelte'

type Place = { x: number; y: number }
/** How a region was asked about. */
export type Asking = 'hover' | 'key' | 'press'

/** What the map under the pointers is and does. */
export interface Ground {
  zoom: Zoom
  /** The window that the sheet is seen through, and the sheet, on the screen. */
  frame: () => DOMRect
  sheet: () => DOMRect
  /** The size of the sheet in its own units. */
  size: () => readonly [number, number]
  /** May a token be dragged out of this region? */
  loose: (region: number) => boolean
  /** Would a tap on this region do something? */
  legal: (region: number) => boolean
  act: (region: number, touch: boolean) => void
  ask: (region: number | null, how: Asking) => void
  move: (from: number, to: number) => void
}

const LONG_MS = 500
const SLACK_PX = 8
const REST_MS = 320
const LEAVE_MS = 180

const span = ([a, b]: Place[]): number => Math.hypot(a!.x - b!.x, a!.y - b!.y) || 1
const middle = ([a, b]: Place[]): [number, number] => [(a!.x + b!.x) / 2, (a!.y + b!.y) / 2]

export function regionAt(event: Event): number {
  const found = (event.target as Element).closest('[data-region]')
  return found ? Number(found.getAttribute('data-region')) : -1
}

/** A token on its way: the region it comes from, and where it is. */
export interface Dragged {
  from: number
  x: number
  y: number
}

export class Pointing {
  /** The token on its way under the pointer, in units of the sheet. */
  dragged = $state.raw<Dragged | null>(null)
  /** The legal region that the pointer holds down: it answers before anybody is asked. */
  held = $state(-1)
  private readonly fingers = new Map<number, Place>()
  private pressed = { region: -1, x: 0, y: 0, moved: false, long: false, pinched: false, timer: 0, touch: false }
  private hovered = -1
  private wait = 0

  constructor(private readonly ground: Ground) {}

  down(event: PointerEvent): void {
    if (event.button !== 0) return
    if (event.isPrimary) this.fingers.clear()
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY })
    clearTimeout(this.pressed.timer)
    if (this.fingers.size > 1) {
      this.pressed.pinched = true
      this.held = -1
      return
    }
    const region = regionAt(event)
    this.pressed = {
      region,
      x: event.clientX,
      y: event.clientY,
      moved: false,
      long: false,
      pinched: false,
      timer: 0,
      touch: event.pointerType !== 'mouse',
    }
    this.held = region >= 0 && this.ground.legal(region) ? region : -1
    if (region >= 0 && this.pressed.touch) {
      this.pressed.timer = window.setTimeout(() => {
        this.pressed.long = true
        this.held = -1
        this.ground.ask(region, 'press')
      }, LONG_MS)
    }
  }

  move(event: PointerEvent): void {
    const finger = this.fingers.get(event.pointerId)
    if (!finger) {
      if (event.pointerType === 'mouse') this.rest(regionAt(event))
      return
    }
    const before = [...this.fingers.values()].map((point) => ({ ...point }))
    finger.x = event.clientX
    finger.y = event.clientY
    if (this.fingers.size === 2) return this.pinch(before, [...this.fingers.values()])
    const { pressed, ground } = this
    if (Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) > SLACK_PX) {
      if (!pressed.moved) (event.currentTarget as Element).setPointerCapture(event.pointerId)
      pressed.moved = true
      this.held = -1
      clearTimeout(pressed.timer)
    }
    if (!pressed.moved) return
    if (ground.loose(pressed.region)) {
      const box = ground.sheet()
      const [width, height] = ground.size()
      this.dragged = {
        from: pressed.region,
        x: ((event.clientX - box.left) / box.width) * width,
        y: ((event.clientY - box.top) / box.height) * height,
      }
    } else if (ground.zoom.k > 1) ground.zoom.pan(event.clientX - before[0]!.x, event.clientY - before[0]!.y)
  }

  private pinch(before: Place[], after: Place[]): void {
    const box = this.ground.frame()
    const [x, y] = middle(after)
    const [ox, oy] = middle(before)
    this.ground.zoom.by(span(after) / span(before), x - box.left, y - box.top)
    this.ground.zoom.pan(x - ox, y - oy)
  }

  up(event: PointerEvent): void {
    this.held = -1
    if (!this.fingers.delete(event.pointerId)) return
    const { pressed, dragged } = this
    clearTimeout(pressed.timer)
    if (dragged) {
      const to = document.elementFromPoint(event.clientX, event.clientY)?.closest('[data-region]')
      const target = to ? Number(to.getAttribute('data-region')) : -1
      if (target >= 0 && target !== dragged.from) this.ground.move(dragged.from, target)
      this.dragged = null
    } else if (!this.fingers.size && !pressed.moved && !pressed.long && !pressed.pinched && pressed.region >= 0) {
      this.ground.act(pressed.region, pressed.touch)
    }
  }

  cancel(event: PointerEvent): void {
    this.fingers.delete(event.pointerId)
    clearTimeout(this.pressed.timer)
    this.dragged = null
    this.held = -1
  }

  wheel(event: WheelEvent): void {
    if (!event.ctrlKey && !event.metaKey) return
    event.preventDefault()
    const box = this.ground.frame()
    this.ground.zoom.by(Math.exp(-event.deltaY / 240), event.clientX - box.left, event.clientY - box.top)
  }

  /** The pointer rests on a region, or on none (-1): asked about after a moment. */
  rest(region: number): void {
    if (region === this.hovered) return
    this.hovered = region
    clearTimeout(this.wait)
    this.wait = window.setTimeout(
      () => this.ground.ask(region < 0 ? null : region, 'hover'),
      region < 0 ? LEAVE_MS : REST_MS,
    )
  }
}
