/** A game on its way from one house to another: its text, packed into the part of an address that is sent to nobody. So
 * neither house asks the other anything, and whoever receives it opens it with their own hands. */

const MARK = '#bring='
/** Bytes of the longest record; neither house reads more. No game is longer: what unpacks to more is not one. */
export const MOST = 2 ** 20

async function through(data: Uint8Array<ArrayBuffer>, way: GenericTransformStream): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  let size = 0
  const stream = new Blob([data]).stream().pipeThrough(way as ReadableWritablePair<Uint8Array, Uint8Array>)
  const reader = stream.getReader()
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    parts.push(next.value)
    size += next.value.length
    if (size > MOST) throw new RangeError('too long')
  }
  const whole = new Uint8Array(size)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** The address at which this game can be opened in a house whose places begin with `root`. */
export async function parcel(root: string, text: string): Promise<string> {
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream('deflate-raw'))
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
  return `${root}/${MARK}${btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`
}

/** The game that came with an address; null where none did, or nothing that can be read. */
export async function unpacked(hash: string): Promise<string | null> {
  if (!hash.startsWith(MARK)) return null
  try {
    const letters = atob(hash.slice(MARK.length).replaceAll('-', '+').replaceAll('_', '/'))
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0))
    return new TextDecoder().decode(await through(bytes, new DecompressionStream('deflate-raw')))
  } catch {
    return null
  }
}

/** The root of a server that somebody names; null where it is no address. */
export function rootOf(named: string): string | null {
  const text = named.trim()
  if (!text || /\s/.test(text)) return null
  try {
    return new URL(/^https?:\/\//i.test(text) ? text : `https://${text}`).origin
  } catch {
    return null
  }
}
