/** How large a map is in the room it has, and which part of it is seen. */

import { untrack } from 'svelte'
import type { MapShape } from './geometry'
import { Zoom } from './zoom.svelte'

export class Fitting {
  readonly zoom = new Zoom()
  private room = $state({ width: 0, height: 0 })
  private frame = $state<HTMLElement>()

  constructor(private readonly given: () => { map: MapShape; phone: boolean }) {}

  private map = $derived.by(() => this.given().map)
  private scale = $derived.by(() => Math.min(this.room.width / this.map.width, this.room.height / this.map.height) || 0)
  private width = $derived.by(() => Math.floor(this.map.width * this.scale))
  private height = $derived.by(() => Math.floor(this.map.height * this.scale))
  // Square boards on a phone are seen through the whole frame, nearer than they would fit.
  private roomy = $derived.by(() => this.given().phone && this.map.shapes.length > 34)
  private seenWidth = $derived.by(() => (this.roomy ? Math.floor(this.room.width) : this.width))
  private seenHeight = $derived.by(() => (this.roomy ? Math.floor(this.room.height) : this.height))
  /** The whole map, and the window it is seen through, in pixels. */
  size = $derived.by<[number, number]>(() => [this.width, this.height])
  seen = $derived.by<[number, number]>(() => [this.seenWidth, this.seenHeight])

  /** Follow the room that a frame has; what comes back ends it. */
  watch(frame: HTMLElement | undefined): (() => void) | undefined {
    if (!frame) return undefined
    const watcher = new ResizeObserver(([entry]) => {
      this.room = { width: entry!.contentRect.width, height: entry!.contentRect.height }
    })
    watcher.observe(frame)
    this.frame = frame
    // At once, before anything is painted: the map must not grow under somebody's eyes.
    const style = getComputedStyle(frame)
    this.room = {
      width: frame.clientWidth - 2 * parseFloat(style.paddingLeft),
      height: frame.clientHeight - 2 * parseFloat(style.paddingTop),
    }
    return () => watcher.disconnect()
  }

  /** After the size has changed: what is seen stays in bounds. */
  settle(targets: () => ReadonlyMap<number, unknown>): void {
    const { seen, size } = this
    if (!seen[0] || !seen[1] || !size[0]) return
    untrack(() => {
      this.zoom.frame(seen, size)
      // Too small for a thumb: open nearer, on the middle of what can be done.
      if (this.roomy && this.zoom.k === 1) {
        const { map } = this
        const at = [...targets().keys()].map((id) => map.shapes[id]!.pole)
        const middle = (axis: 0 | 1, length: number): number =>
          at.length ? at.reduce((sum, point) => sum + point[axis], 0) / at.length / length : 0.5
        this.zoom.look(Math.max(1.7, seen[1] / size[1]), middle(0, map.width), middle(1, map.height))
      }
    })
  }

  /** Where the middle of a region is in the frame. */
  pointOf(region: number): { x: number; y: number } {
    const pole = this.map.shapes[region]?.pole ?? [0, 0]
    const left = (this.frame?.clientWidth ?? 0) / 2 - this.seen[0] / 2
    const top = (this.frame?.clientHeight ?? 0) / 2 - this.seen[1] / 2
    const { scale, zoom } = this
    return { x: left + pole[0] * scale * zoom.k + zoom.x, y: top + pole[1] * scale * zoom.k + zoom.y }
  }

  /** The map's unit in pixels. */
  get unit(): number {
    return this.map.unit * this.scale * this.zoom.k
  }
}
