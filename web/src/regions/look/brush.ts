/** What the painters of the titles share. */

export type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D

/** A small repeatable generator, so that a map looks the same every time. */
export function dice(seed: number): () => number {
  let state = (seed * 2654435761 + 12345) >>> 0
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2246822519) + 0x9e3779b9) >>> 0
    return ((state ^ (state >>> 13)) >>> 0) / 4294967296
  }
}

export function mix(colour: string, alpha: number): string {
  const n = Number.parseInt(colour.slice(1), 16)
  return `rgba(${n >> 16},${(n >> 8) & 255},${n & 255},${alpha})`
}
