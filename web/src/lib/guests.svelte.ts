/** Units of somebody's own at the table that is shown: their names, cards and glyphs. */

import { get } from './api'
import { i18n } from './i18n.svelte'
import { glyphs } from './icons.svelte'

interface Guest {
  id: string
  icon: string
  words: Record<string, string>
}

const OPTION = 'unit.'
const MAP = 'map.'

/** Is a map of somebody's own among the options of a table? */
export const houseMap = (options: Readonly<Record<string, string>>): boolean =>
  Object.keys(options).some((name) => name.startsWith(MAP))

class Guests {
  ids = $state.raw<readonly string[]>([])

  /** The units of a table, told in this language; none where its options name none. */
  async load(game: string, options: Readonly<Record<string, string>>, lang: string): Promise<void> {
    if (!Object.keys(options).some((name) => name.startsWith(OPTION))) {
      if (this.ids.length) this.take([])
      return
    }
    const [found] = await Promise.all([
      get<{ units: Guest[] }>(`/games/${game}/units?lang=${lang}`),
      glyphs.load('palette'),
    ])
    this.take(found.units)
  }

  private take(units: Guest[]): void {
    this.ids = units.map(({ id }) => id)
    i18n.guests = Object.assign({}, ...units.map(({ words }) => words)) as Record<string, string>
    glyphs.guests = Object.fromEntries(units.filter(({ icon }) => icon).map(({ id, icon }) => [id, icon]))
  }
}

export const guests = new Guests()
