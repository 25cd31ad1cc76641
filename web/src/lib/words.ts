/** Messages with named arguments, filled exactly as `terrarium.words` fills them. */

export type Args = Readonly<Record<string, unknown>>
export type Catalogue = Readonly<Record<string, string>>

/** A piece of a filled sentence; `kind` says what a placeholder spelled, so that a page can set it apart. */
export interface Part {
  text: string
  kind: '' | 'name' | 'terrain' | 'seat' | 'number'
  id?: string
}

export class Words {
  constructor(
    readonly language: string,
    readonly messages: Catalogue,
    readonly players: readonly string[] = [],
  ) {}

  has(key: string): boolean {
    return key in this.messages
  }

  say(key: string, args: Args = {}): string {
    return this.parts(key, args)
      .map((part) => part.text)
      .join('')
  }

  /** The sentence in pieces; the key itself where the catalogue has none, so that nothing is ever blank. */
  parts(key: string, args: Args = {}): Part[] {
    const message = this.messages[key]
    return message === undefined ? [{ text: key, kind: '' }] : join(this.fill(message, args, ''))
  }

  name(id: unknown): string {
    return this.messages[`name.${String(id)}`] ?? String(id)
  }

  /** The word for a terrain or a symbol printed in a region; powers may have the same id and another name. */
  terrain(id: unknown): string {
    return this.messages[`terrain.${String(id)}`] ?? this.name(id)
  }

  seat(seat: unknown): string {
    if (typeof seat === 'number' && this.players[seat]) return this.players[seat]
    return this.say('seat', { n: typeof seat === 'number' ? seat + 1 : seat })
  }

  /** A price written out: 2 + Trolls 2 − Mounted 1. */
  sum(lines: unknown): string {
    let out = ''
    for (const [cause, n] of Array.isArray(lines) ? (lines as [string, number][]) : []) {
      const label = cause === 'region' ? '' : (this.messages[`price.${cause}`] ?? this.name(cause)) + ' '
      const sign = out === '' ? '' : n >= 0 ? ' + ' : ' − '
      out += `${sign}${label}${Math.abs(n)}`
    }
    return out
  }

  private fill(text: string, args: Args, number: string): Part[] {
    const out: Part[] = []
    let at = 0
    while (at < text.length) {
      const char = text[at]!
      if (char === '{') {
        const end = closing(text, at)
        out.push(...this.placeholder(text.slice(at + 1, end), args))
        at = end + 1
      } else {
        out.push(char === '#' && number ? { text: number, kind: 'number' } : { text: char, kind: '' })
        at += 1
      }
    }
    return out
  }

  private placeholder(inside: string, args: Args): Part[] {
    const [key, kind, rest] = split(inside)
    const value = args[key] ?? ''
    if (kind === 'plural') {
      const options = branches(rest)
      const chosen = [`=${String(value)}`, value === 1 ? 'one' : 'other', 'other'].find((name) => name in options)
      return this.fill(options[chosen ?? ''] ?? '', args, String(value))
    }
    if (kind === 'select') {
      const options = branches(rest)
      return this.fill(options[String(value)] ?? options['other'] ?? '', args, '')
    }
    return [this.spelled(kind, value)]
  }

  private spelled(kind: string, value: unknown): Part {
    const id = String(value)
    if (kind === 'name') return { text: this.name(value), kind: 'name', id }
    if (kind === 'one') return { text: this.messages[`name.${id}.one`] ?? this.name(value), kind: 'name', id }
    if (kind === 'terrain') return { text: this.terrain(value), kind: 'terrain', id }
    if (kind === 'seat') return { text: this.seat(value), kind: 'seat', id }
    if (kind === 'sum') return { text: this.sum(value), kind: 'number' }
    return { text: id, kind: typeof value === 'number' ? 'number' : '' }
  }
}

function join(parts: readonly Part[]): Part[] {
  const out: Part[] = []
  for (const part of parts) {
    const last = out.at(-1)
    if (last && last.kind === '' && part.kind === '') last.text += part.text
    else if (part.text) out.push({ ...part })
  }
  return out
}

function split(inside: string): [string, string, string] {
  const first = inside.indexOf(',')
  if (first < 0) return [inside.trim(), '', '']
  const second = inside.indexOf(',', first + 1)
  if (second < 0) return [inside.slice(0, first).trim(), inside.slice(first + 1).trim(), '']
  return [inside.slice(0, first).trim(), inside.slice(first + 1, second).trim(), inside.slice(second + 1).trim()]
}

function closing(text: string, at: number): number {
  let depth = 0
  for (let place = at; place < text.length; place += 1) {
    depth += Number(text[place] === '{') - Number(text[place] === '}')
    if (depth === 0) return place
  }
  throw new Error(`unclosed brace in message ${text}`)
}

function branches(text: string): Record<string, string> {
  const found: Record<string, string> = {}
  let at = 0
  for (let open = text.indexOf('{', at); open >= 0; open = text.indexOf('{', at)) {
    const end = closing(text, open)
    found[text.slice(at, open).trim()] = text.slice(open + 1, end)
    at = end + 1
  }
  return found
}
