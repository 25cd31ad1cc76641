/** A conquest on the map: a token flies in and the border is swept once. It is never waited for. */

import type { SeatStyle } from '../../lib/seats'
import type { MapShape } from './geometry'

function drawn(
  overlay: SVGSVGElement,
  name: 'path' | 'circle',
  attributes: Record<string, string | number>,
): SVGElement {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value))
  overlay.append(made)
  return made
}

function removeAfter(element: SVGElement, animation: Animation): void {
  animation.onfinish = () => element.remove()
}

export interface Conquest {
  region: number
  from: number | null
  style: SeatStyle
  delay: number
}

export function showConquest(overlay: SVGSVGElement, map: MapShape, { region, from, style, delay }: Conquest): void {
  const shape = map.shapes[region]
  if (!shape) return
  const u = map.unit
  const timing = { delay, easing: 'ease-out', fill: 'both' } as const
  const ring = drawn(overlay, 'path', {
    d: shape.path,
    fill: style.colour,
    'fill-opacity': 0.35,
    stroke: '#FFF8E6',
    'stroke-width': u * 0.34,
    pathLength: 1,
    'stroke-dasharray': 1,
    'pointer-events': 'none',
  })
  const sweep = [{ strokeDashoffset: 1, opacity: 1 }, { strokeDashoffset: 0, opacity: 1, offset: 0.7 }, { opacity: 0 }]
  removeAfter(ring, ring.animate(sweep, { ...timing, duration: 460 }))
  const start = from === null ? undefined : map.shapes[from]?.pole
  if (!start) return
  const ghost = drawn(overlay, 'circle', {
    r: u * 0.9,
    fill: style.colour,
    stroke: '#1D140C',
    'stroke-width': u * 0.1,
    'pointer-events': 'none',
  })
  const [ax, ay] = start
  const [bx, by] = shape.pole
  const flight = [
    { transform: `translate(${ax}px, ${ay}px)`, opacity: 0.9 },
    { transform: `translate(${(ax + bx) / 2}px, ${(ay + by) / 2 - u}px)`, opacity: 0.9 },
    { transform: `translate(${bx}px, ${by}px)`, opacity: 0 },
  ]
  removeAfter(ghost, ghost.animate(flight, { ...timing, duration: 260 }))
}

/** End at once whatever moves on the map. */
export function skipMotion(overlay: SVGSVGElement | undefined): void {
  for (const animation of overlay?.getAnimations({ subtree: true }) ?? []) {
    if (animation.effect?.getTiming().iterations !== Infinity) animation.finish()
  }
}
