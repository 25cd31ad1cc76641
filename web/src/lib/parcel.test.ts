import { describe, expect, it } from 'vitest'
import { parcel, rootOf, unpacked } from './parcel'

const RECORD = `# title small-world\n${Array.from({ length: 300 }, (_, n) => `${n} conquer ${n % 23}`).join('\n')}\n矮人`

describe('a game on its way', () => {
  it('arrives as it was sent, and shorter', async () => {
    const address = await parcel('https://table.example', RECORD)
    expect(address.startsWith('https://table.example/#bring=')).toBe(true)
    expect(address.length).toBeLessThan(RECORD.length)
    expect(await unpacked(new URL(address).hash)).toBe(RECORD)
  })

  it('arrives in a tab, whose places follow a mark of their own', async () => {
    const { hash } = new URL(await parcel('/tab/#', RECORD), 'https://table.example')
    expect(await unpacked(new URL(hash.slice(1), 'https://table.example').hash)).toBe(RECORD)
  })

  it('is none where nothing came, or nothing that can be read', async () => {
    expect(await unpacked('')).toBeNull()
    expect(await unpacked('#rules')).toBeNull()
    expect(await unpacked('#bring=no*letters')).toBeNull()
    expect(await unpacked('#bring=AAAA')).toBeNull()
  })

  it('is never longer than a game can be', async () => {
    const { hash } = new URL(await parcel('https://table.example', 'x'.repeat(2 ** 20)))
    expect(await unpacked(hash)).not.toBeNull()
    const bomb = new URL(await parcel('https://table.example', 'x'.repeat(2 ** 20 + 1))).hash
    expect(await unpacked(bomb)).toBeNull()
  })
})

describe('the address of a server', () => {
  it('is what somebody names, with or without its beginning', () => {
    expect(rootOf('table.example')).toBe('https://table.example')
    expect(rootOf(' http://127.0.0.1:8000/g/x ')).toBe('http://127.0.0.1:8000')
    expect(rootOf('')).toBeNull()
    expect(rootOf('not an address')).toBeNull()
  })
})
