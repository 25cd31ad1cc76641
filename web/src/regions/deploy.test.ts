// @vitest-environment ./scripts/page.mjs
import { flushSync } from 'svelte'
import { describe, expect, it } from 'vitest'
import type { Ask, RegionView, View } from '../lib/types'
import { Deployment, Picks } from './deploy.svelte'

const region = (id: number, tokens: number, seat: number | null = 0, holder: string | null = 'orcs'): RegionView => ({
  id,
  terrain: 'hill',
  features: [],
  holder,
  seat,
  mode: 'active',
  tokens,
  marks: {},
  immune: false,
})
const view = (regions: RegionView[]): View => ({ regions }) as unknown as View
const ask: Ask = { code: 'deploy', tribe: 'orcs', hand: 4 }
const laid = (of: Deployment): [number, number][] => {
  flushSync()
  return [...of.counts]
}
const three = (): Deployment =>
  new Deployment(
    view([region(2, 1), region(5, 1), region(9, 1), region(7, 2, 1), region(8, 1, 0, 'ratmen')]),
    ask,
    0,
    new Map(),
  )

describe('redeployment', () => {
  it('knows only regions of the people that is asked', () => {
    expect(three().regions.map((found) => found.id)).toEqual([2, 5, 9])
  })
  it('begins with everything placed: as it stood, the rest where the last stands', () => {
    const deployment = new Deployment(
      view([region(2, 1), region(5, 1)]),
      ask,
      0,
      new Map([
        [2, 3],
        [5, 2],
      ]),
    )
    expect(laid(deployment)).toEqual([
      [2, 3],
      [5, 3],
    ])
    expect(deployment.left).toBe(0)
  })
  it('moves a token that was laid out, never the one that must stay', () => {
    const deployment = three()
    expect(laid(deployment)).toEqual([
      [2, 1],
      [5, 1],
      [9, 5],
    ])
    deployment.move(9, 2)
    expect(laid(deployment)).toEqual([
      [2, 2],
      [5, 1],
      [9, 4],
    ])
    deployment.move(5, 2)
    deployment.move(9, 7)
    deployment.move(9, 99)
    expect(laid(deployment)).toEqual([
      [2, 2],
      [5, 1],
      [9, 4],
    ])
    for (let n = 0; n < 9; n += 1) deployment.move(9, 5)
    expect(laid(deployment)).toEqual([
      [2, 2],
      [5, 4],
      [9, 1],
    ])
    expect(deployment.left).toBe(0)
  })
  it('adds no more than the hand holds and takes no more than was added', () => {
    const deployment = three()
    deployment.adjust(2, 1)
    expect(deployment.left).toBe(0)
    deployment.adjust(9, -9)
    expect(deployment.left).toBe(4)
    deployment.adjust(2, 9)
    expect(laid(deployment)).toEqual([
      [2, 5],
      [5, 1],
      [9, 1],
    ])
    deployment.adjust(7, 1)
    expect(deployment.line()).toBe('deploy 2:4 5:0 9:0')
  })
  it('spreads evenly, the weakest first', () => {
    const deployment = new Deployment(view([region(1, 3), region(2, 1), region(3, 1)]), ask, 0, new Map())
    deployment.spread()
    expect(laid(deployment)).toEqual([
      [1, 3],
      [2, 3],
      [3, 3],
    ])
  })
})

describe('pieces to be placed', () => {
  it('takes as many as there are, one in a region, and takes them back', () => {
    const picks = new Picks('place', 'heroic', 2, false, new Set([1, 2, 3]), true)
    for (const id of [1, 2, 3, 4]) picks.toggle(id)
    expect([...picks.chosen.keys()]).toEqual([1, 2])
    picks.toggle(1)
    picks.toggle(3)
    expect(picks.line()).toBe('place heroic 2:1 3:1')
  })
  it('piles several in one region where that is allowed', () => {
    const picks = new Picks('place', 'bivouacking', 3, true, new Set([1, 2]), true)
    for (let n = 0; n < 5; n += 1) picks.adjust(1, 1)
    expect(picks.count).toBe(3)
    expect(picks.line()).toBe('place bivouacking 1:3')
  })
})
