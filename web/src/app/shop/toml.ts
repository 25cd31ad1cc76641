/** A unit written as the file that `docs/workshop.md` describes. */

export type Table = Record<string, unknown>

/** The table with another value for a key; none takes the key away. */
export function changed<T extends Table>(table: T, key: string, value: unknown): T {
  const rest = Object.entries(table).filter(([name]) => name !== key || value !== undefined)
  const made = Object.fromEntries(rest)
  return (value === undefined ? made : { ...made, [key]: value }) as T
}

const isTable = (value: unknown): value is Table => typeof value === 'object' && value !== null && !Array.isArray(value)

function inline(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inline).join(', ')}]`
  if (isTable(value)) {
    const pairs = Object.entries(value).map(([key, inner]) => `${key} = ${inline(inner)}`)
    return pairs.length ? `{ ${pairs.join(', ')} }` : '{}'
  }
  return JSON.stringify(value)
}

const lines = (table: Table): string[] => Object.entries(table).map(([key, value]) => `${key} = ${inline(value)}`)

/** Head, piece, then a table for each sentence. */
export function written(data: Table): string {
  const { unit, ...top } = data
  const { piece, ability, ...head } = isTable(unit) ? unit : {}
  const out = [...lines(top), '[unit]', ...lines(head)]
  if (isTable(piece)) out.push('[unit.piece]', ...lines(piece))
  for (const sentence of Array.isArray(ability) ? (ability as Table[]) : []) {
    out.push('[[unit.ability]]', ...lines(sentence))
  }
  return out.join('\n') + '\n'
}
