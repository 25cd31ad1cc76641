/** The records of the titles, `src/terrarium/titles/<id>.toml`, as far as the browser needs them. */

import records from '../generated/titles.json'

export interface TitleRecord {
  id: string
  /** Which sentences it shares with others. */
  family: string
  /** Which table shows it. */
  table: 'regions' | 'hexes'
  /** How long a game takes people. */
  minutes: number
  designers: string[]
  publishers: string[]
  /** The title whose words and glyphs it borrows where it has none of its own; empty where there is none. */
  mixes_with: string
}

/** Every title, in the order of its record. */
export const TITLES = records as readonly TitleRecord[]

const byId = new Map(TITLES.map((record) => [record.id, record]))
export const recordOf = (id: string): TitleRecord | undefined => byId.get(id)
export const mixesWith = (id: string): string => recordOf(id)?.mixes_with ?? ''

/** The title mixed into a game with these options; none where the option is off. */
export function mixedIn(title: string, options: Record<string, string>): string {
  return (options['mixed'] ?? 'no') === 'no' ? '' : mixesWith(title)
}

/** What every page says; `choice.*` is said in the terminal and here. */
const COMMON = ['common', 'server', 'terminal', 'bots', 'table', 'workshop', 'maps']

/** The files that speak for a title; a later one wins over those before it: the title's own words over those of its
 * table and its family, and these over what is borrowed from the title it mixes with. */
export function sources(title: string): string[] {
  const record = recordOf(title)
  if (!record) return [...COMMON, title].filter(Boolean)
  return [record.mixes_with, ...COMMON, record.family, `${record.table}-table`, title].filter(Boolean)
}
