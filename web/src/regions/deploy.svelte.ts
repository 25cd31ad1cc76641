/** Tokens being laid out before they are confirmed. Only numbers: what may go where, the server says. */

import type { Ask, RegionView, View } from '../lib/types'

export class Deployment {
  /** Tokens to add in each region. */
  extra = $state.raw(new Map<number, number>())
  readonly regions: RegionView[]
  readonly total: number
  placed = $derived([...this.extra.values()].reduce((sum, n) => sum + n, 0))
  left = $derived.by(() => this.total - this.placed)
  counts = $derived.by(
    () => new Map(this.regions.map((region) => [region.id, region.tokens + (this.extra.get(region.id) ?? 0)])),
  )

  constructor(
    view: View,
    ask: Ask,
    seat: number,
    private readonly before: ReadonlyMap<number, number>,
  ) {
    this.regions = view.regions.filter((region) => region.seat === seat && region.holder === ask.tribe)
    this.total = ask.hand ?? 0
    this.asBefore()
  }

  adjust(region: number, by: number): void {
    if (!this.regions.some((held) => held.id === region)) return
    const now = this.extra.get(region) ?? 0
    const next = Math.max(0, Math.min(now + by, now + this.left))
    this.extra = new Map(this.extra).set(region, next)
  }

  move(from: number, to: number): void {
    if ((this.extra.get(from) ?? 0) < 1 || !this.regions.some((held) => held.id === to)) return
    const next = new Map(this.extra)
    next.set(from, (next.get(from) ?? 0) - 1)
    next.set(to, (next.get(to) ?? 0) + 1)
    this.extra = next
  }

  spread(): void {
    const next = new Map<number, number>()
    const held = [...this.regions].sort((a, b) => a.tokens - b.tokens)
    const sum = held.map((region) => region.tokens)
    for (let n = 0; n < this.total && held.length; n += 1) {
      let least = 0
      for (let k = 1; k < held.length; k += 1) if (sum[k]! < sum[least]!) least = k
      sum[least]! += 1
      next.set(held[least]!.id, (next.get(held[least]!.id) ?? 0) + 1)
    }
    this.extra = next
  }

  /** As the tokens stood before they were taken up; those that are over go where the last stood. */
  asBefore(): void {
    const next = new Map<number, number>()
    let left = this.total
    for (const region of this.regions) {
      const wanted = Math.min(left, Math.max(0, (this.before.get(region.id) ?? region.tokens) - region.tokens))
      next.set(region.id, wanted)
      left -= wanted
    }
    const last = this.regions.at(-1)
    if (last && left) next.set(last.id, (next.get(last.id) ?? 0) + left)
    this.extra = next
  }

  line(): string {
    return 'deploy ' + this.regions.map((region) => `${region.id}:${this.extra.get(region.id) ?? 0}`).join(' ')
  }
}

/** Several pieces of one kind being placed (or regions being emptied) before they are confirmed. */
export class Picks {
  chosen = $state.raw(new Map<number, number>())
  count = $derived([...this.chosen.values()].reduce((sum, n) => sum + n, 0))

  constructor(
    readonly verb: 'place' | 'empty',
    readonly unit: string,
    readonly most: number,
    readonly several: boolean,
    readonly regions: ReadonlySet<number>,
    /** Fewer may be chosen. */
    readonly free: boolean,
  ) {}

  adjust(region: number, by: number): void {
    if (!this.regions.has(region)) return
    const now = this.chosen.get(region) ?? 0
    const next = Math.max(0, Math.min(now + by, this.several ? now + this.most - this.count : 1))
    if (by > 0 && this.count >= this.most) return
    const chosen = new Map(this.chosen)
    if (next) chosen.set(region, next)
    else chosen.delete(region)
    this.chosen = chosen
  }

  toggle(region: number): void {
    const now = this.chosen.get(region) ?? 0
    if (now && (!this.several || this.count >= this.most)) this.adjust(region, -now)
    else this.adjust(region, 1)
  }

  line(): string {
    return `${this.verb} ${this.unit} ` + [...this.chosen].map(([region, n]) => `${region}:${n}`).join(' ')
  }
}
