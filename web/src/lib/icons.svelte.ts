/** Glyphs in use, loaded a set at a time: the table's own, and one for each title. */

import { mixedIn, mixesWith } from './titles'

const sets = import.meta.glob<Record<string, string>>('../generated/icons-*.json', { import: 'default' })

class Glyphs {
  private known = $state.raw<Record<string, Record<string, string>>>({})
  title = $state('')
  /** Glyphs of the palette that units of somebody's own at this table have, by the unit's id. */
  guests = $state.raw<Record<string, string>>({})

  /** Every glyph of the workshop's palette. */
  palette = $derived(Object.keys(this.known['palette'] ?? {}))

  async load(set: string): Promise<void> {
    const read = sets[`../generated/icons-${set}.json`]
    if (!read || this.known[set]) return
    const found = await read()
    this.known = { ...this.known, [set]: found }
  }

  /** The glyphs of a title, and in a mixed game of the other one. */
  async loadTitle(title: string, options: Record<string, string>): Promise<void> {
    await Promise.all([this.load(title), this.load(mixedIn(title, options))])
  }

  /** The path of a glyph in a square of 512: the title's, else its mixed-in title's or the table's; empty
   * where there is none. */
  path(name: string, title = this.title): string {
    const guest = this.guests[name]
    if (guest !== undefined) return this.known['palette']?.[guest] ?? ''
    return this.known[title]?.[name] ?? this.known[mixesWith(title)]?.[name] ?? this.known['ui']?.[name] ?? ''
  }
}

export const glyphs = new Glyphs()
