/** Do something once the next frame is on the screen: what nobody sees must not hold up what everybody waits for.
 * What comes back calls it off. */
export function afterPaint(work: () => void): () => void {
  let timer = 0
  const frame = requestAnimationFrame(() => (timer = window.setTimeout(work)))
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}
