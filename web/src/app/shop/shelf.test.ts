import { beforeEach, expect, test, vi } from 'vitest'
import { Shelf, Work } from './shelf.svelte'

const words = new Shelf<string>('words', '/words', 3, (word) => word !== '')

class Desk extends Work<string> {
  data = 'none'
  constructor() {
    super(words)
    this.key = 'here'
  }
  protected put(data: string): void {
    this.data = data
    this.saveAs('small-world', data)
  }
  write(data: string): void {
    this.step(data)
  }
}

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => kept.set(name, text),
  })
})

test('the latest draft is first, the oldest goes, and one that is kept on the server comes once', () => {
  for (const word of ['a', 'b', 'c', 'd']) words.bring('small-world', word, {})
  expect(words.kept().map(({ data }) => data)).toEqual(['d', 'c', 'b'])
  words.bring('small-world', 'e', { saved: '7' })
  words.bring('small-world', 'f', { saved: '7' })
  expect(words.kept().map(({ data }) => data)).toEqual(['f', 'd', 'c'])
})

test('what is no draft is not kept', () => {
  words.bring('small-world', '', {})
  expect(words.kept()).toEqual([])
  localStorage.setItem('words', 'no list')
  expect(words.kept()).toEqual([])
})

test('steps are undone and done again, and a new step forgets those', () => {
  const desk = new Desk()
  desk.write('one')
  desk.write('two')
  desk.undo()
  desk.undo()
  desk.undo()
  expect(desk.data).toBe('none')
  desk.redo()
  expect(desk.data).toBe('one')
  expect(words.kept().map(({ data }) => data)).toEqual(['one'])
  desk.write('three')
  desk.redo()
  expect(desk.data).toBe('three')
})

test('a browser that is full still has the draft on the desk', () => {
  vi.stubGlobal('localStorage', {
    getItem: () => null,
    setItem: () => {
      throw new Error('full')
    },
  })
  const desk = new Desk()
  desk.write('one')
  expect([desk.data, desk.drafts.length]).toEqual(['one', 1])
})
