import { describe, expect, it } from 'vitest'
import { answer, opened, packed, read } from './memory'

const BLOCK = 2 ** 16
const SIZE = 8 * BLOCK
/** Of Pyodide: where memory begins stands in the second word. */
const NOTES = 128

/** What Pyodide makes of a memory in which these bytes are not empty. */
function made(written: number[]): Uint8Array<ArrayBuffer> {
  const found = new Uint8Array(NOTES + SIZE)
  new Uint32Array(found.buffer)[1] = NOTES
  found[NOTES - 1] = 77
  for (const place of written) found[NOTES + place] = (place % 250) + 1
  return found
}

const WRITTEN = [[], [0], [SIZE - 1], [3, BLOCK - 1, BLOCK, 5 * BLOCK + 9], [...Array(SIZE).keys()]]

describe('a kept memory', () => {
  it.each(WRITTEN.map((written) => [written.length, written] as const))(
    'comes back as it was, whatever lay in its place: %i bytes',
    async (_, written) => {
      const kept = opened(await packed(made(written)).arrayBuffer())
      const memory = new Int8Array(SIZE).fill(9, BLOCK, 3 * BLOCK)
      kept.lay(memory)
      expect([...kept.notes]).toEqual([...made(written).subarray(0, NOTES)])
      expect(Buffer.compare(new Uint8Array(memory.buffer), made(written).subarray(NOTES))).toBe(0)
    },
  )

  it('holds nothing that is empty', () => {
    const { size } = packed(made([2, 4 * BLOCK]))
    expect(size).toBeGreaterThan(2 * BLOCK)
    expect(size).toBeLessThan(3 * BLOCK)
  })

  it('does not stay where it was packed or unpacked from', async () => {
    const whole = made([5])
    const kept = await packed(whole).arrayBuffer()
    expect(whole.buffer.byteLength).toBe(0)
    opened(kept).lay(new Int8Array(SIZE))
    expect(kept.byteLength).toBe(0)
  })

  it.each(['', 'no memory at all'])('is not read from something else: "%s"', (text) => {
    expect(() => opened(new TextEncoder().encode(text).buffer)).toThrow()
  })

  it('does not wake a machine that has less room', async () => {
    const kept = opened(await packed(made([SIZE - 1])).arrayBuffer())
    expect(() => kept.lay(new Int8Array(SIZE - BLOCK))).toThrow()
  })

  it('is read as it was kept', async () => {
    const kept = packed(made([7, 3 * BLOCK]))
    const whole = await kept.arrayBuffer()
    const [known, unknown] = [await read(answer(kept)), await read(new Response(kept))]
    expect(Buffer.compare(new Uint8Array(known), new Uint8Array(whole))).toBe(0)
    expect(Buffer.compare(new Uint8Array(unknown), new Uint8Array(whole))).toBe(0)
  })

  it('is not read where it ends too early', async () => {
    const short = new Response(new Blob(['short']), { headers: { 'Content-Length': '9' } })
    await expect(read(short)).rejects.toThrow('cut short')
  })
})
