import { expect, test } from 'vitest'
import { around } from './around'
import type { Point, Shape } from './geometry'

const far = (a: Point, b: Point): number => Math.hypot(a[0] - b[0], a[1] - b[1])

function shape(symbols: Point[]): Shape {
  const rings: Point[][] = [
    [
      [-100, -100],
      [100, -100],
      [100, 100],
      [-100, 100],
    ],
  ]
  return { id: 0, path: '', rings, pole: [0, 0], radius: 100, box: [-100, -100, 100, 100], symbols, seal: [60, 60] }
}

test('pieces lie beside the token, apart from each other and from its number', () => {
  const spots = around(shape([]), 0, 5, 20)
  expect(spots).toHaveLength(5)
  spots.forEach((spot, n) => {
    expect(far(spot, [0, 0])).toBeGreaterThan(20)
    expect(far(spot, [15, 15])).toBeGreaterThan(18)
    for (const other of spots.slice(n + 1)) expect(far(spot, other)).toBeGreaterThan(18)
  })
})

test('a printed symbol keeps its place', () => {
  const printed: Point[] = [
    [-19, -15],
    [16, -19],
  ]
  for (const spot of around(shape(printed), 2, 2, 20))
    for (const symbol of printed) expect(far(spot, symbol)).toBeGreaterThan(19)
})

test('what is printed on other maps does not count', () => {
  expect(around(shape([[-19, -15]]), 0, 1, 20)).toEqual(around(shape([]), 0, 1, 20))
})

test('inside the region comes first', () => {
  const narrow = {
    ...shape([]),
    rings: [
      [
        [-100, -12],
        [100, -12],
        [100, 100],
        [-100, 100],
      ],
    ] as Point[][],
  }
  for (const [, y] of around(narrow, 0, 3, 20)) expect(y).toBeGreaterThan(-12)
})
