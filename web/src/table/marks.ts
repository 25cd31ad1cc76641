/** Arrows over a map. */

export interface Dot {
  x: number
  y: number
  unit: number
}

/** A bent arrow from one place to the next, ending at the edge of its ring. */
export function curve(a: Omit<Dot, 'unit'>, b: Dot): string {
  const [dx, dy] = [b.x - a.x, b.y - a.y]
  const length = Math.hypot(dx, dy) || 1
  const [mx, my] = [(a.x + b.x) / 2 - dy * 0.2, (a.y + b.y) / 2 + dx * 0.2]
  const cut = Math.min(b.unit * 0.9, length / 2)
  const [ex, ey] = [b.x - mx, b.y - my]
  const end = Math.hypot(ex, ey) || 1
  return `M${a.x} ${a.y}Q${mx} ${my} ${b.x - (ex / end) * cut} ${b.y - (ey / end) * cut}`
}
