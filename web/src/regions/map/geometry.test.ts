import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { archipelago } from './archipelago'
import { edgeDistance, inside, neighbour, type Outline, readingOrder, shapeOf } from './geometry'

const folder = new URL('../../../../src/terrarium/maps_outlines/', import.meta.url)
const maps = readdirSync(folder).flatMap((title) =>
  readdirSync(new URL(title, folder)).map((file) => `${title}/${file}`),
)
const read = (name: string): Outline => JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as Outline

describe.each(maps)('%s', (name) => {
  const outline = read(name)
  it.each([false, true])('every piece has a place inside its region (turned: %s)', (turned) => {
    const map = shapeOf(
      outline,
      outline.regions.map(() => 2),
      turned,
    )
    for (const shape of map.shapes) {
      expect(inside(shape.rings, shape.pole)).toBe(true)
      expect(edgeDistance(shape.rings, shape.pole)).toBeGreaterThan(map.unit * 0.7)
      for (const spot of [...shape.symbols, shape.seal])
        expect(inside(shape.rings, spot), `region ${shape.id}`).toBe(true)
    }
  })
  it('arrow keys reach every region, and the list names each once', () => {
    const map = shapeOf(outline, [], false)
    const seen = new Set([readingOrder(map)[0]!])
    for (const from of seen)
      for (const [dx, dy] of [
        [1, 0],
        [-1, 0],
        [0, 1],
        [0, -1],
      ] as const)
        seen.add(neighbour(map, from, dx, dy))
    expect(seen.size).toBe(map.shapes.length)
    expect(readingOrder(map).toSorted((a, b) => a - b)).toEqual(map.shapes.map((shape) => shape.id))
  })
})

describe.each(['l1a+s1a', 'l2b+m1b+s2b', 'l1b+m1a+m2b+s1a', 'l1a+l2a+m2a+s1b+s2a'])('islands %s', (names) => {
  const islands = names.split('+').map((name) => read(`warcraft/${name}.json`))
  it.each([1.9, 1.2, 0.7])('lie apart on a sheet of shape %s, regions numbered on', (aspect) => {
    const sheet = archipelago(islands, aspect)
    expect(sheet.width / sheet.height).toBeCloseTo(aspect, 1)
    expect(sheet.regions.map((region) => region.id)).toEqual([
      ...Array(islands.reduce((sum, island) => sum + island.regions.length, 0)).keys(),
    ])
    const map = shapeOf(sheet, [], false)
    for (const shape of map.shapes) {
      expect(inside(shape.rings, shape.pole), `region ${shape.id}`).toBe(true)
      expect(shape.box[0]).toBeGreaterThan(0)
      expect(shape.box[3]).toBeLessThan(sheet.height)
    }
    let first = 0
    const hulls = islands.map((island) => {
      const mine = map.shapes.slice(first, (first += island.regions.length))
      return mine.flatMap((shape) => shape.rings.flat())
    })
    hulls.forEach((hull, a) =>
      hulls.slice(a + 1).forEach((other) => {
        expect(
          Math.min(...hull.map(([x, y]) => Math.min(...other.map(([u, v]) => Math.hypot(x - u, y - v))))),
        ).toBeGreaterThan(map.unit)
      }),
    )
  })
})
