import { describe, expect, it } from 'vitest'
import { ranked, whole } from './curtain'

const part = (kind: number, n: number) => ({ kind, label: String(kind), n })
const sum = (parts: { n: number }[]): number => parts.reduce((all, one) => all + one.n, 0)

describe('the curtain', () => {
  it('shows parts that add up to the total', () => {
    const more = whole({ seat: 0, name: 'Ada', total: 20, parts: [part(0, 12), part(1, 3)] }, 'rest')
    expect(sum(more.parts)).toBe(20)
    expect(more.parts.at(-1)).toEqual({ kind: 5, label: 'rest', n: 5 })
    const less = whole({ seat: 0, name: 'Ada', total: 11, parts: [part(0, 12), part(1, 3), part(2, -1)] }, 'rest')
    expect(sum(less.parts)).toBe(11)
    expect(less.parts.map((one) => one.n)).toEqual([8, 3])
  })
  it('stands players in their order', () => {
    const of = (seat: number, total: number) => ({ seat, name: '', total, parts: [] })
    expect(ranked([of(0, 3), of(1, 9), of(2, 3)]).map((one) => one.seat)).toEqual([1, 0, 2])
  })
})
