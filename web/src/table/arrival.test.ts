import { afterEach, expect, test, vi } from 'vitest'
import { arrive } from './arrival'

/** A server that knows one table and remembers what it was asked. */
function server(): string[] {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (path: string, { method }: { method: string }) => {
    asked.push(`${method} ${path.replace('/api/v1/games/abc', '')}`)
    return new Response(JSON.stringify({ id: 'abc', title: 'small-world', asked: asked.length }))
  })
  return asked
}

afterEach(() => vi.unstubAllGlobals())

test('a table is asked for once', async () => {
  const asked = server()
  expect((await arrive('abc', null, null)).title).toBe('small-world')
  expect(asked).toEqual(['GET '])
})

test('whoever is invited gets the table with the answer', async () => {
  const asked = server()
  expect((await arrive('abc', 'come-in', null)).title).toBe('small-world')
  expect(asked).toEqual(['POST /enter'])
})

test('a key opens the seat after the invitation opened the door', async () => {
  const asked = server()
  const table = await arrive('abc', 'come-in', '1:secret')
  expect(asked).toEqual(['POST /enter', 'POST /seats/1/claim'])
  expect(table).toMatchObject({ asked: 2 })
})

test('half a key opens nothing', async () => {
  const asked = server()
  await arrive('abc', null, '1')
  expect(asked).toEqual(['GET '])
})
