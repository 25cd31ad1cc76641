import { readFileSync, readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { edgeDistance, inside, neighbour, readingOrder, shapeOf, type Outline } from './geometry'

const folder = new URL('../../../src/terrarium/maps_outlines/', import.meta.url)
const maps = readdirSync(folder).flatMap((title) => readdirSync(new URL(title, folder)).map((file) => `${title}/${file}`))
const read = (name: string): Outline => JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as Outline

describe.each(maps)('%s', (name) => {
  const outline = read(name)
  it.each([false, true])('every piece has a place inside its region (turned: %s)', (turned) => {
    const map = shapeOf(outline, outline.regions.map(() => 2), turned)
    for (const shape of map.shapes) {
      expect(inside(shape.rings, shape.pole)).toBe(true)
      expect(edgeDistance(shape.rings, shape.pole)).toBeGreaterThan(map.unit * 0.7)
      for (const spot of [...shape.symbols, shape.seal]) expect(inside(shape.rings, spot), `region ${shape.id}`).toBe(true)
    }
  })
  it('arrow keys reach every region, and the list names each once', () => {
    const map = shapeOf(outline, [], false)
    const seen = new Set([readingOrder(map)[0]!])
    for (const from of seen) for (const [dx, dy] of [[1, 0], [-1, 0], [0, 1], [0, -1]] as const) seen.add(neighbour(map, from, dx, dy))
    expect(seen.size).toBe(map.shapes.length)
    expect(readingOrder(map).toSorted((a, b) => a - b)).toEqual(map.shapes.map((shape) => shape.id))
  })
})
