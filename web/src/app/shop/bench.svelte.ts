/** The draft on the bench: every change can be undone, is kept in this browser, and is told by the server. */

import { get, post } from '../../lib/api'
import { i18n, t } from '../../lib/i18n.svelte'
import { prefs } from '../../lib/prefs.svelte'
import { Grammar, isTable, type Schema } from './grammar'
import { type Draft, letters, Shelf, Work } from './shelf.svelte'
import { changed, type Table, written } from './toml'

export interface Info {
  titles: string[]
  title: string
  schema: Schema
  masks: string[]
  terrains: string[]
  races: string[]
  powers: string[]
  /** What can be invented for the title. */
  kinds: string[]
  /** The relics, places and artifacts of its box. */
  things: string[]
  /** Most tokens on a banner and on a badge, most letters of their names and of a thing's. */
  most: Record<'race' | 'power' | 'name' | 'thing_name', number>
  /** Tokens of each race that may lend them. */
  trays: Record<string, number>
  /** The number on each banner and badge. */
  tokens: Record<string, number>
  /** Words that speak of something, by what; and what each kind of sentence and each time knows of that. */
  spoken: Record<string, string[]>
  known: Record<string, string[]>
  /** Fewest and most players of the title. */
  players: [number, number]
  examples: { id: string; data: Table }[]
}
export interface Problem {
  where: string
  line: number
  sentence: string
}
export interface Told {
  ok: boolean
  problems: Problem[]
  data: Table
  name: string
  sentences: string[]
  option: string[]
}

/** A pause in typing after which the server is asked. */
const PAUSE_MS = 250

export type UnitDraft = Draft<Table>

/** The units that this browser keeps. */
export const ownUnits = new Shelf<Table>('terrarium.workshop', '/workshop/units', 30, isTable)

/** The options with which units come to a table; the sentence of the first that cannot, thrown. */
export async function optionsOf(title: string, drafts: UnitDraft[]): Promise<Record<string, string>> {
  const options: Record<string, string> = {}
  for (const draft of drafts.filter((one) => one.title === title)) {
    const text = written(draft.data)
    const { option, problems } = await post<Told>(`/workshop/text?lang=${prefs.lang}`, { title, text })
    const [name, value] = option
    if (!name || !value) throw new Unfinished(`${nameOf(draft.data)}: ${problems[0]?.sentence ?? ''}`)
    options[name] = value
  }
  return options
}

/** A draft that cannot be played yet; its message is a sentence. */
export class Unfinished extends Error {}

const blank = (): Table => ({
  format: 1,
  unit: {
    kind: 'race',
    id: `unit_${letters()}`,
    name: { [prefs.lang]: t('workshop.page.begin') },
    icon: 'rat',
    tokens: 5,
    ability: [],
  },
})

export class Bench extends Work<Table> {
  info = $state.raw<Info | null>(null)
  data = $state.raw<Table>({})
  /** What the source view holds while it cannot be read. */
  source = $state('')
  told = $state.raw<Told | null>(null)
  /** How many regions of the sample map each word means. */
  counts = $state.raw<Record<string, number>>({})
  /** The source that this was told of. */
  private toldOf = ''
  private timer = 0
  private asked = 0

  grammar = $derived(
    new Grammar(this.info?.schema ?? {}, this.info?.terrains[0] ?? '', this.info?.things[0] ?? '', this.info),
  )
  unit = $derived<Table>(isTable(this.data['unit']) ? this.data['unit'] : {})
  sentences = $derived<Table[]>(Array.isArray(this.unit['ability']) ? (this.unit['ability'] as Table[]) : [])
  race = $derived(this.unit['kind'] === 'race')
  /** A relic, place or artifact: nobody picks it, and it has no tokens. */
  thing = $derived(this.unit['kind'] !== 'race' && this.unit['kind'] !== 'power')

  /** Most letters of a name. */
  longest = $derived(this.info?.most[this.thing ? 'thing_name' : 'name'])

  /** What the figures of a lab are of, as the server told it last: the unit, whatever bots hold it worth. */
  mark = $derived.by(() => {
    const unit = this.told?.ok ? this.told.data['unit'] : null
    return isTable(unit) ? JSON.stringify(changed(unit, 'worth', undefined)) : ''
  })

  /** The unit's name as this reader reads it. */
  name = $derived.by(() => nameOf(this.data))

  constructor() {
    super(ownUnits)
  }

  async open(title = ''): Promise<void> {
    this.info = await get<Info>(`/workshop?title=${title}`)
    i18n.wanted = this.info.title
    const [latest] = this.drafts
    if (this.key) this.save()
    else if (latest && !title) await this.take(latest)
    else this.begin(blank())
    this.ask()
  }

  /** Another draft beside those there are. */
  begin(data: Table = blank()): void {
    this.key = letters() + letters()
    this.show(data)
    this.save()
  }

  async take(draft: UnitDraft): Promise<void> {
    this.key = draft.key
    if (this.info && draft.title !== this.info.title) {
      this.info = await get<Info>(`/workshop?title=${draft.title}`)
      i18n.wanted = draft.title
    }
    this.show(draft.data)
  }

  discard(): void {
    this.drafts = this.drafts.filter((one) => one.key !== this.key)
    const [next] = this.drafts
    if (next) void this.take(next)
    else this.begin()
    this.keep()
  }

  private show(data: Table): void {
    this.forget()
    this.data = data
    this.source = written(data)
    this.ask()
  }

  /** One step that can be undone. What bots held the unit worth was true of its sentences: with others it is to be
   * found anew, unless it comes along. */
  change(data: Table): void {
    const unit = isTable(data['unit']) ? data['unit'] : {}
    const told = (key: string): boolean => JSON.stringify(unit[key]) === JSON.stringify(this.unit[key])
    const stale = told('worth') && !(told('ability') && told('piece'))
    this.step(stale ? { ...data, unit: changed(unit, 'worth', undefined) } : data)
  }

  /** Another value for a key of the unit; none takes the key away. */
  set(key: string, value: unknown): void {
    this.change({ ...this.data, unit: changed(this.unit, key, value) })
  }

  protected put(data: Table): void {
    this.data = data
    this.source = written(data)
    this.save()
    this.ask()
  }

  /** The source view was changed: what can be read becomes the unit. */
  write(text: string): void {
    this.source = text
    this.ask()
  }

  private save(): void {
    if (this.info) this.saveAs(this.info.title, this.data)
  }

  /** Keep the unit on the server too; gives its number there. */
  store(): Promise<string> {
    return this.storeAs({ title: this.info?.title ?? '', text: this.source })
  }

  /** Ask the server what the draft says, after a pause; only the latest answer counts. */
  ask(): void {
    clearTimeout(this.timer)
    this.timer = window.setTimeout(() => void this.tell(), PAUSE_MS)
  }

  /** What the server says of the draft as it is now. */
  async settled(): Promise<Told | null> {
    while (this.told === null || this.toldOf !== this.source) {
      clearTimeout(this.timer)
      const before = this.source
      await this.tell()
      if (this.toldOf !== before && this.source === before) return null
    }
    return this.told
  }

  async tell(): Promise<void> {
    if (!this.info) return
    const mine = ++this.asked
    const text = this.source
    const found = await post<Told>(`/workshop/text?lang=${prefs.lang}`, { title: this.info.title, text }).catch(
      () => null,
    )
    if (mine !== this.asked || !found) return
    this.told = found
    this.toldOf = text
    // What was changed while the server spoke stays changed: it is asked of that next.
    if (text === this.source && text !== written(this.data) && isTable(found.data['unit'])) {
      this.remember()
      this.data = found.data
      this.save()
    }
  }

  /** What is wrong with one place of the unit. */
  wrongAt(where: string): Problem[] {
    return (this.told?.problems ?? []).filter((one) => one.where === where || one.where.startsWith(`${where}.`))
  }
}

export function nameOf(data: Table): string {
  const unit = isTable(data['unit']) ? data['unit'] : {}
  const names = isTable(unit['name']) ? unit['name'] : {}
  return String(names[prefs.lang] ?? Object.values(names)[0] ?? unit['id'] ?? '')
}
