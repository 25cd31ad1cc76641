/** What may stand in a unit, read from the JSON Schema that the server makes from the vocabulary of the rules: no list
 * of words is written down here. */

import type { Table } from './toml'

export interface Schema {
  $ref?: string
  oneOf?: Schema[]
  enum?: (string | boolean)[]
  const?: unknown
  type?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  $defs?: Record<string, Schema>
}

/** Something that can be chosen at a place: a word, a number, or a table known by its first key. */
export interface Entry {
  key: string
  kind: 'word' | 'number' | 'table'
  value: string | number
  table?: Schema
}

/** Words that speak of something, by what; and what each kind of sentence and each time knows of that. */
export interface Speech {
  spoken: Record<string, string[]>
  known: Record<string, string[]>
}

export const isTable = (value: unknown): value is Table =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export class Grammar {
  constructor(
    readonly schema: Schema,
    /** The set of regions that a new slot holds. */
    readonly usual: string,
    /** The thing of the box that a new slot names. */
    readonly thing = '',
    readonly speech: Speech | null = null,
  ) {}

  /** What a sentence speaks of. */
  known(page: Table): string[] {
    const kind = String(this.entryOf('sentence', page)?.value ?? '')
    return this.speech?.known[kind === 'when' ? String(page['when']) : kind] ?? []
  }

  /** What is known at a key of a table, where this much is known: a `where` says which regions are meant; an answer
   * knows but the region that was asked for, or that the question is about. */
  within(table: Table, key: string, known: string[]): string[] {
    if (key === 'where') return []
    if (!('ask' in table) || !['among', 'times', 'then', 'else'].includes(key)) return known
    if (key === 'then' && table['ask'] !== 'yes_no') return table['ask'] === 'region' ? ['region'] : []
    return known.filter((fact) => fact === 'region')
  }

  /** May an entry stand where this much is known, and within the bounds of a number? */
  fits({ kind, value }: Entry, known: string[], { minimum, maximum }: Schema = {}): boolean {
    if (kind === 'number') return Number(value) >= (minimum ?? -Infinity) && Number(value) <= (maximum ?? Infinity)
    const words = Object.entries(this.speech?.spoken ?? {})
    return words.every(([fact, list]) => known.includes(fact) || !list.includes(String(value)))
  }

  def(name: string): Schema {
    return this.schema.$defs?.[name] ?? {}
  }

  /** The definition that a schema refers to; empty where it stands for itself. */
  nameOf(schema: Schema): string {
    return schema.$ref?.replace('#/$defs/', '') ?? ''
  }

  entries(def: string): Entry[] {
    return (this.def(def).oneOf ?? []).flatMap((one): Entry[] => {
      if (one.enum) return one.enum.map((word) => ({ key: `w:${word}`, kind: 'word', value: String(word) }))
      if (one.type === 'integer') {
        const [least, most] = [one.minimum ?? 0, one.maximum ?? 0]
        const numbers = Array.from({ length: most - least + 1 }, (_, n) => least + n)
        return numbers.map((value) => ({ key: `n:${value}`, kind: 'number', value }))
      }
      const first = one.required?.[0] ?? ''
      return first ? [{ key: `t:${first}`, kind: 'table', value: first, table: one }] : []
    })
  }

  /** Which of the entries a value is. */
  entryOf(def: string, value: unknown): Entry | undefined {
    const found = this.entries(def)
    if (!isTable(value)) return found.find((one) => one.kind !== 'table' && one.value === value)
    return found.find((one) => one.kind === 'table' && String(one.value) in value)
  }

  /** The value that an entry begins with; what stood there before is wrapped where it can be. */
  chosen(def: string, entry: Entry, before: unknown): unknown {
    if (!entry.table) return entry.value
    const made: Table = {}
    for (const name of entry.table.required ?? []) {
      made[name] = this.fresh(entry.table.properties?.[name] ?? {}, def, before)
    }
    if (entry.value === 'if' && def === 'number') return { ...made, then: before ?? 1, else: 0 }
    return made
  }

  /** A value to begin with. */
  fresh(schema: Schema, within = '', before?: unknown): unknown {
    const name = this.nameOf(schema)
    if (name && name === within && before !== undefined) return before
    if (name === 'mask') return this.usual
    if (name === 'id') return this.thing
    if (name === 'number') return 1
    if (name === 'condition') return { some: this.usual }
    if (name === 'effects' || name === 'effect') return { gain: 1 }
    if (schema.enum) return schema.enum[0]
    if (schema.const !== undefined) return schema.const
    if (schema.type === 'boolean') return true
    if (schema.type === 'integer') return Math.max(schema.minimum ?? 0, Math.min(1, schema.maximum ?? 1))
    if (schema.type === 'array') {
      const rest = Array.from({ length: (schema.minItems ?? 1) - 1 }, () => this.fresh(schema.items ?? {}))
      return [this.fresh(schema.items ?? {}, within, before), ...rest]
    }
    const made: Table = {}
    for (const key of schema.required ?? []) made[key] = this.fresh(schema.properties?.[key] ?? {}, within, before)
    if (schema.properties?.['in']) made['in'] = before ?? this.usual
    if (schema.properties?.['tokens']) made['tokens'] = 2
    return made
  }
}

/** A template in pieces: text, and the names of its slots. */
export function cut(template: string): { text: string; slot: boolean }[] {
  return template
    .split('\u0001')
    .map((text, place) => ({ text, slot: place % 2 === 1 }))
    .filter(({ text }) => text !== '')
}

/** Arguments that leave every slot of a message open. */
export const OPEN: Readonly<Record<string, unknown>> = new Proxy(
  {},
  { get: (_, name) => `\u0001${String(name)}\u0001` },
)
