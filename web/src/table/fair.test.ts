import { createHash, createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { hmac, sha256, toHex } from '../lib/sha256'
import { belongs, outcomeOf } from './fair'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

describe('what is worked out here is what everybody works out', () => {
  it('hashes texts of every length as others do', () => {
    for (let n = 0; n < 200; n++) {
      const text = 'x'.repeat(n) + String(n)
      expect(toHex(sha256(bytes(text)))).toBe(createHash('sha256').update(text).digest('hex'))
      expect(toHex(hmac(bytes(text), bytes('17 die')))).toBe(createHmac('sha256', text).update('17 die').digest('hex'))
    }
  })

  it('spreads a draw over its weights and finds another secret out', () => {
    const secret = 'ab'.repeat(32)
    const outcomes: [string, number][] = [
      ['die 0', 3],
      ['die 1', 1],
      ['die 2', 1],
      ['die 3', 1],
    ]
    const counts = outcomes.map(() => 0)
    for (let ply = 0; ply < 600; ply++) counts[outcomeOf(secret, { ply, label: 'die', outcomes })]!++
    expect(counts[0]).toBeGreaterThan(250)
    expect(counts[0]).toBeLessThan(350)
    for (const count of counts.slice(1)) expect(count).toBeGreaterThan(60)
    expect(belongs(secret, createHash('sha256').update(Buffer.from(secret, 'hex')).digest('hex'))).toBe(true)
    expect(belongs(secret, createHash('sha256').update(secret).digest('hex'))).toBe(false)
  })
})
