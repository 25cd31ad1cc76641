/** ICU messages, read when the client is built: the browser gets text and slots and needs no parser of its own. */

import { parse, type PluralCategory, type Select, type Token } from '@messageformat/parser'
import type { Plugin } from 'vite'
import type { Message, Piece } from '../src/lib/words'

/** A message in the form that `Words` fills; plain text where nothing is to be filled in. */
export function messageOf(text: string, lang: string): Message {
  const cardinal = new Intl.PluralRules(lang).resolvedOptions().pluralCategories as PluralCategory[]
  const pieces = parse(text, { cardinal, ordinal: [] }).map(pieceOf)
  return pieces.every((piece) => typeof piece === 'string') ? pieces.join('') : pieces
}

export const catalogueOf = (messages: Record<string, string>, lang: string): Record<string, Message> =>
  Object.fromEntries(Object.entries(messages).map(([key, text]) => [key, messageOf(text, lang)]))

function pieceOf(token: Token): Piece {
  switch (token.type) {
    case 'content':
      return token.value
    case 'octothorpe':
      return 0
    case 'argument':
      return [token.arg]
    case 'function':
      return [token.arg, token.key]
    default:
      return [token.arg, token.type, branchesOf(token)]
  }
}

function branchesOf({ cases }: Select): Record<string, Message> {
  return Object.fromEntries(
    cases.map(({ key, tokens }) => {
      const pieces = tokens.map(pieceOf)
      return [key, pieces.every((piece) => typeof piece === 'string') ? pieces.join('') : pieces]
    }),
  )
}

/** What only the terminal, the server and its letters say. */
const ELSEWHERE = /^(arena|cli|error|letter|mcp|new|notice|ops|server)\./

/** Catalogues are imported as they lie in `src/terrarium/words`; what is bundled of them is read already. */
export function messages(): Plugin {
  return {
    name: 'messages',
    enforce: 'pre',
    transform(code, id) {
      const lang = /terrarium\/words\/([^/]+)\/[^/]+\.json$/.exec(id)?.[1]
      if (!lang) return null
      const written = Object.entries(JSON.parse(code) as Record<string, string>)
      const said = Object.fromEntries(written.filter(([key]) => !ELSEWHERE.test(key)))
      return { code: JSON.stringify(catalogueOf(said, lang)), map: null }
    },
  }
}
