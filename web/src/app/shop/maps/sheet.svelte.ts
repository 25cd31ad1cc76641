/** The map on the bench: every change can be undone, is kept in this browser, drawn and checked by the server. */

import { get, post } from '../../../lib/api'
import { i18n } from '../../../lib/i18n.svelte'
import { prefs } from '../../../lib/prefs.svelte'
import type { Outline } from '../../../regions/map/geometry'
import type { Table } from '../toml'
import { type Draft, letters, Work } from '../shelf.svelte'
import {
  type Fault,
  type Info,
  type MapData,
  type MapPage,
  ownMaps,
  type Place,
  plain,
  type Region,
  type Told,
  toldOf,
} from './drafts'

/** A pause after which the server is asked. */
const PAUSE_MS = 150

const within = (n: number): number => Math.max(0, Math.min(1000, Math.round(n)))

export class Sheet extends Work<MapData> {
  info = $state.raw<Info | null>(null)
  data = $state.raw<MapData | null>(null)
  told = $state.raw<Told | null>(null)
  /** The last drawing that could be made, and what it shows. */
  outline = $state.raw<Outline | null>(null)
  drawn = $state.raw<Region[]>([])
  /** The region that is being changed; -1 while none is. */
  chosen = $state(-1)
  seed = $state(1)
  busy = $state(false)
  private timer = 0
  private asked = 0

  holds = $derived(this.info?.holds ?? null)
  page = $derived(this.data?.map ?? null)
  regions = $derived<Region[]>(this.page?.region ?? [])
  region = $derived<Region | undefined>(this.regions[this.chosen])
  /** Is what is known the map as it is now? */
  fresh = $state(false)

  constructor() {
    super(ownMaps)
  }

  async open(title = ''): Promise<void> {
    const [latest] = this.drafts
    const wished = title || (latest?.title ?? '')
    this.info = await get<Info>(`/workshop/maps?title=${wished}&lang=${prefs.lang}`)
    i18n.wanted = this.info.title
    const draft = this.drafts.find((one) => one.title === this.info?.title)
    if (draft) this.show(draft)
    else await this.shuffle(3)
  }

  async take(draft: Draft<MapData>): Promise<void> {
    if (draft.title !== this.info?.title) {
      this.info = await get<Info>(`/workshop/maps?title=${draft.title}&lang=${prefs.lang}`)
      i18n.wanted = draft.title
    }
    this.show(draft)
  }

  private show({ key, data }: Draft<MapData>): void {
    this.key = key
    this.forget()
    this.chosen = -1
    // What was told was of another map.
    ;[this.outline, this.told] = [null, null]
    this.data = data
    this.ask(0)
  }

  /** A map out of the seed, as another draft. */
  async shuffle(players: number, beside: readonly string[] = []): Promise<void> {
    if (!this.info) return
    this.busy = true
    try {
      const body = { title: this.info.title, players, seed: this.seed, beside }
      const found = await post<Told>(`/workshop/maps/shuffle?lang=${prefs.lang}`, body)
      this.begin({ ...found.data, map: { ...found.data.map, id: `map_${letters()}` } })
    } finally {
      this.busy = false
    }
  }

  begin(data: MapData): void {
    this.show({ key: letters() + letters(), title: data.map.title, data })
    this.save()
  }

  /** A file that was brought; what is wrong with it is told. */
  async bring(text: string): Promise<Told> {
    const found = await post<Told>(`/workshop/maps/text?lang=${prefs.lang}`, { text })
    if (found.ok) {
      const draft = { key: letters() + letters(), title: found.data.map.title, data: found.data }
      await this.take(draft)
      this.save()
    }
    return found
  }

  discard(): void {
    this.drafts = this.drafts.filter((one) => one.key !== this.key)
    this.keep()
    const [next] = this.drafts
    if (next) void this.take(next)
    else void this.shuffle(3)
  }

  /** One step that can be undone. */
  change(map: Partial<MapPage>): void {
    if (this.data) this.step({ ...this.data, map: { ...this.data.map, ...map } })
  }

  /** Another value for the region that is being changed. */
  set(values: Partial<Region>): void {
    this.change({ region: this.regions.map((row, n) => (n === this.chosen ? { ...row, ...values } : row)) })
  }

  movePlace(region: number, place: number, [x, y]: Place): void {
    const at = (row: Region): Place[] => row.at.map((was, n) => (n === place ? [within(x), within(y)] : was))
    this.change({ region: this.regions.map((row, n) => (n === region ? { ...row, at: at(row) } : row)) })
  }

  moveWater(place: number, [x, y]: Place): void {
    this.change({ open: (this.page?.open ?? []).map((was, n) => (n === place ? [within(x), within(y)] : was)) })
  }

  /** A place beside the last one, towards the middle of the sheet. */
  private beside([x, y]: Place): Place {
    const step = 55
    return [within(x + (x < 500 ? step : -step)), within(y + (y < 500 ? step : -step) / 2)]
  }

  addPlace(): void {
    const last = this.region?.at.at(-1)
    if (last) this.set({ at: [...this.region!.at, this.beside(last)] })
  }

  removePlace(place: number): void {
    if (this.region && this.region.at.length > 1) this.set({ at: this.region.at.filter((_, n) => n !== place) })
  }

  /** A second region beside this one, of the same terrain. */
  split(): void {
    const from = this.region
    if (!from) return
    const at: Place[] = from.at.length > 1 ? from.at.slice(-1) : [this.beside(from.at[0]!)]
    const stays = from.at.length > 1 ? from.at.slice(0, -1) : from.at
    const rows = this.regions.map((row, n) => (n === this.chosen ? { ...row, at: stays } : row))
    const made = {
      terrain: from.terrain,
      symbols: [],
      natives: 0,
      at,
      ...(this.holds?.anchored ? { entry: false } : {}),
    }
    this.change({ region: [...rows, made] })
    this.chosen = rows.length
  }

  /** This region takes in a neighbour: its places become ours. */
  join(other: number): void {
    const [mine, theirs] = [this.region, this.regions[other]]
    if (!mine || !theirs) return
    const rows = this.regions.map((row, n) => (n === this.chosen ? { ...row, at: [...row.at, ...theirs.at] } : row))
    if (other < this.chosen) this.chosen -= 1
    this.change({ region: rows.filter((_, n) => n !== other) })
  }

  /** Where islands are, a region can become the water between them. */
  sink(): void {
    const gone = this.region
    if (!gone) return
    const open = [...(this.page?.open ?? []), ...gone.at]
    const rows = this.regions.filter((_, n) => n !== this.chosen)
    this.chosen = -1
    this.change({ region: rows, open })
  }

  rename(name: string): void {
    this.change({ name: { ...this.page?.name, [prefs.lang]: name } })
  }

  paint(row: number, column: number, letter: string): void {
    const rows = this.page?.rows ?? []
    const line = rows[row] ?? ''
    if (line[column] === letter) return
    this.change({
      rows: rows.map((was, n) => (n === row ? was.slice(0, column) + letter + was.slice(column + 1) : was)),
    })
  }

  protected put(data: MapData): void {
    this.data = data
    if (this.chosen >= (data.map.region?.length ?? 0)) this.chosen = -1
    this.save()
    this.ask()
  }

  private save(): void {
    if (this.info && this.data) this.saveAs(this.data.map.title, plain(this.data))
  }

  /** Keep the map on the server too; gives its number there. */
  store(): Promise<string> {
    return this.storeAs({ text: this.told?.text ?? '' })
  }

  /** Ask the server what the draft is, after a pause; only the latest answer counts. */
  ask(pause = PAUSE_MS): void {
    this.fresh = false
    clearTimeout(this.timer)
    this.timer = window.setTimeout(() => void this.tell(), pause)
  }

  async tell(): Promise<void> {
    if (!this.data) return
    const mine = ++this.asked
    const found = await toldOf(this.data).catch(() => null)
    if (mine !== this.asked || !found) return
    this.told = found
    this.fresh = true
    if (found.outline) {
      this.outline = found.outline
      this.drawn = found.data.map.region ?? []
    }
  }

  /** The region that a problem is about; -1 where it is about the whole map. */
  static regionOf({ where }: Fault): number {
    const found = /^map\.region\.(\d+)/.exec(where)
    return found ? Number(found[1]) : -1
  }

  get options(): Table {
    const [name, value] = this.told?.option ?? []
    return name && value ? { [name]: value } : {}
  }
}
