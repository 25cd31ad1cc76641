/** Messages with named arguments, filled exactly as `terrarium.words` fills them. They were read when the client was
 * built (`scripts/messages.ts`). */

export type Args = Readonly<Record<string, unknown>>

/** A piece of a message: text, the number of the nearest plural (0), or where an argument goes: its name, how it is
 * spelled, and what is said for its values. */
export type Piece = string | 0 | readonly [name: string, kind?: string, branches?: Readonly<Record<string, Message>>]
export type Message = string | readonly Piece[]
export type Catalogue = Readonly<Record<string, Message>>

/** A piece of a filled sentence; `kind` says what a placeholder spelled, so that a page can set it apart. */
export interface Part {
  text: string
  kind: '' | 'name' | 'terrain' | 'seat' | 'number'
  id?: string
}

export class Words {
  private readonly rules: Intl.PluralRules

  constructor(
    readonly language: string,
    readonly messages: Catalogue,
    readonly players: readonly string[] = [],
  ) {
    this.rules = new Intl.PluralRules(language)
  }

  has(key: string): boolean {
    return key in this.messages
  }

  /** The keys that begin so, in the order of the catalogue. */
  keys(start: string): string[] {
    return Object.keys(this.messages).filter((key) => key.startsWith(start))
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
    return this.plain(`name.${String(id)}`) ?? String(id)
  }

  /** The word for a terrain or a symbol printed in a region; powers may have the same id and another name. */
  terrain(id: unknown): string {
    return this.plain(`terrain.${String(id)}`) ?? this.name(id)
  }

  seat(seat: unknown): string {
    if (typeof seat === 'number' && this.players[seat]) return this.players[seat]
    return this.say('seat', { n: typeof seat === 'number' ? seat + 1 : seat })
  }

  /** A price written out: 2 + Trolls 2 − Mounted 1. */
  sum(lines: unknown): string {
    let out = ''
    for (const [cause, n] of Array.isArray(lines) ? (lines as [string, number][]) : []) {
      const label = cause === 'region' ? '' : (this.plain(`price.${cause}`) ?? this.name(cause)) + ' '
      const sign = out === '' ? '' : n >= 0 ? ' + ' : ' − '
      out += `${sign}${label}${Math.abs(n)}`
    }
    return out
  }

  /** A message that is text alone; none where the catalogue has no such key. */
  private plain(key: string): string | undefined {
    const found = this.messages[key]
    return typeof found === 'string' ? found : undefined
  }

  private fill(message: Message, args: Args, number: string): Part[] {
    if (typeof message === 'string') return [{ text: message, kind: '' }]
    return message.flatMap((piece) => {
      if (typeof piece === 'string') return [{ text: piece, kind: '' }]
      return piece === 0 ? [{ text: number, kind: 'number' }] : this.slot(piece, args)
    })
  }

  private slot([name, kind = '', branches = {}]: Exclude<Piece, string | 0>, args: Args): Part[] {
    const value = args[name] ?? ''
    if (kind === 'plural') {
      const said = branches[`=${String(value)}`] ?? branches[this.form(value)] ?? branches['other'] ?? ''
      return this.fill(said, args, String(value))
    }
    if (kind === 'select') return this.fill(branches[String(value)] ?? branches['other'] ?? '', args, '')
    return [this.spelled(kind, value)]
  }

  /** The plural form that a number takes in this language. */
  private form(value: unknown): string {
    return typeof value === 'number' ? this.rules.select(value) : 'other'
  }

  private spelled(kind: string, value: unknown): Part {
    const id = String(value)
    if (kind === 'name') return { text: this.name(value), kind: 'name', id }
    if (kind === 'one') return { text: this.plain(`name.${id}.one`) ?? this.name(value), kind: 'name', id }
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
