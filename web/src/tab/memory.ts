/** Python's memory as it is kept for the next visit: only what something lies in. A third of it is empty, the room of
 * its stack above all; what is never written takes no room of the machine. */

/** What is empty is looked for in whole blocks. */
const BLOCK = 2 ** 16
/** Which word of what Pyodide makes says where memory begins, behind Pyodide's own notes. */
const BEGINS = 1

export interface Kept {
  /** Pyodide's own notes. */
  notes: Uint8Array<ArrayBuffer>
  /** Put what was kept into the memory of a Python that has just begun. */
  lay(memory: Int8Array): void
}

/** Nobody needs it any more: it goes at once, and not when the browser tidies up. (`transfer` alone would not do: what
 * the browser itself has made or read it holds on to until then.) */
export function free(buffer: ArrayBuffer): void {
  const { port1, port2 } = new MessageChannel()
  port1.postMessage(null, [buffer])
  port1.close()
  port2.close()
}

/** From where to where something lies in this memory. */
function spans(memory: Int8Array): [number, number][] {
  const found: [number, number][] = []
  for (let from = 0; from < memory.length; from += BLOCK) {
    const to = Math.min(from + BLOCK, memory.length)
    if (empty(memory, from, to)) continue
    const last = found.at(-1)
    if (last?.[1] === from) last[1] = to
    else found.push([from, to])
  }
  return found
}

function empty(memory: Int8Array, from: number, to: number): boolean {
  const words = new Int32Array(memory.buffer, memory.byteOffset + from, (to - from) / 4)
  // Counted, for that is several times quicker than one word after another of three million.
  for (let place = 0; place < words.length; place += 1) if (words[place]) return false
  return true
}

/** What is kept of the memory that Pyodide made; that one is gone then. */
export function packed(made: Uint8Array<ArrayBuffer>): Blob {
  const begins = new Uint32Array(made.buffer)[BEGINS]!
  const found = spans(new Int8Array(made.buffer, begins))
  const index = new TextEncoder().encode(JSON.stringify([begins, found]))
  const parts = found.map(([from, to]) => made.subarray(begins + from, begins + to))
  const blob = new Blob([Uint32Array.of(index.length), index, made.subarray(0, begins), ...parts])
  free(made.buffer)
  return blob
}

/** A kept memory as an answer that tells how long it is. */
export const answer = (memory: Blob): Response =>
  new Response(memory, { headers: { 'Content-Length': String(memory.size) } })

/** All of an answer, read into its place, where the browser can: `arrayBuffer` holds it twice for a moment. */
export async function read(found: Response): Promise<ArrayBuffer> {
  const size = Number(found.headers.get('Content-Length'))
  const reader = size ? placing(found) : null
  if (!reader) return found.arrayBuffer()
  let place = new ArrayBuffer(size)
  for (let at = 0; at < size;) {
    const { value } = await reader.read(new Uint8Array(place, at))
    if (!value?.length) throw new RangeError('cut short')
    place = value.buffer
    at += value.length
  }
  return place
}

function placing(found: Response): ReadableStreamBYOBReader | null {
  try {
    return found.body?.getReader({ mode: 'byob' }) ?? null
  } catch {
    return null
  }
}

/** What `packed` made, read; it throws where it is something else. */
export function opened(kept: ArrayBuffer): Kept {
  const length = new DataView(kept).getUint32(0, true)
  const text = new TextDecoder().decode(new Uint8Array(kept, 4, length))
  const [begins, found] = JSON.parse(text) as [number, [number, number][]]
  const notes = new Uint8Array(kept.slice(4 + length, 4 + length + begins))
  return {
    notes,
    lay(memory) {
      let at = 4 + length + begins
      let before = 0
      for (const [from, to] of [...found, [memory.length, memory.length] as const]) {
        // Python began with something where nothing was kept.
        for (let block = before; block < from; block += BLOCK) {
          const end = Math.min(block + BLOCK, from)
          if (!empty(memory, block, end)) memory.fill(0, block, end)
        }
        memory.set(new Int8Array(kept, at, to - from), from)
        at += to - from
        before = to
      }
      free(kept)
    },
  }
}
