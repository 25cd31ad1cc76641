/** Where the card of a region stands: at its region, and whole within the map. */

interface Standing {
  left: number
  /** One of them counts: a card grows away from its region, so that nothing moves when an answer comes. */
  top: number | null
  bottom: number | null
}

export function standing(
  at: { x: number; y: number; unit: number },
  bounds: { width: number; height: number },
  width: number,
  height: number,
): Standing {
  const within = (n: number, most: number): number => Math.max(8, Math.min(most - 8, n))
  const below = at.y < bounds.height / 2
  const off = at.unit * 1.7
  // A low map has no room for it below or above: there it stands beside the region.
  if (height + off + 8 > (below ? bounds.height - at.y : at.y)) {
    const beside = at.x < bounds.width / 2 ? at.x + off : at.x - off - width
    return {
      left: within(beside, bounds.width - width),
      top: within(at.y - height / 2, bounds.height - height),
      bottom: null,
    }
  }
  const left = within(at.x - width / 2, bounds.width - width)
  return below ? { left, top: at.y + off, bottom: null } : { left, top: null, bottom: bounds.height - at.y + off }
}
