/** The rulebook of a title, read once for each language: statements in their order, which is their number. */

import { get } from '../lib/api'
import type { Rule, Sheet } from '../lib/types'

export type Numbered = Rule & { number: number }

export interface Book {
  /** In the order in which they are read. */ chapters: string[]
  rules: Numbered[]
  tables: Sheet[]
}

const known = new Map<string, Promise<Book>>()

/** `mixed` is a title mixed in, whose statements follow; empty where there is none. */
export function bookOf(own: string, mixed: string, lang: string): Promise<Book> {
  const key = [own, mixed, lang].join(' ')
  let asked = known.get(key)
  if (!asked) {
    known.set(key, (asked = read(own, mixed, lang)))
    // The server was away: ask again next time.
    asked.catch(() => known.delete(key))
  }
  return asked
}

/** The chapters of two books in one order: each new one behind the one it follows in its own book. */
export function joined(own: string[], mixed: string[]): string[] {
  const found = [...own]
  mixed.forEach((name, place) => {
    if (!found.includes(name)) found.splice(found.indexOf(mixed[place - 1] ?? '') + 1, 0, name)
  })
  return found
}

async function read(own: string, mixed: string, lang: string): Promise<Book> {
  const books = await Promise.all(
    [own, mixed]
      .filter(Boolean)
      .map((name) => get<Omit<Book, 'rules'> & { rules: Rule[] }>(`/titles/${name}/rules?lang=${lang}`)),
  )
  const first = new Map(books.toReversed().flatMap((book) => book.rules.map((rule) => [rule.id, rule])))
  return {
    chapters: books.map((book) => book.chapters).reduce(joined, []),
    rules: books
      .flatMap((book) => book.rules)
      .filter((rule) => first.get(rule.id) === rule)
      .map((rule, index) => ({ ...rule, number: index + 1 })),
    tables: books.flatMap((book) => book.tables),
  }
}

/** What the book says about a thing: the statement of that name, and those below it. */
export const statements = (book: Book, name: string): Numbered[] =>
  book.rules.filter((rule) => rule.id === name || rule.id.startsWith(`${name}.`))
