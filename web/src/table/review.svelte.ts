/** A finished game read anew: what every title's review page loads and offers. */

import { untrack } from 'svelte'
import { address } from '../lib/address.svelte'
import { Away, get, Refused } from '../lib/api'
import { i18n, named, t } from '../lib/i18n.svelte'
import { glyphs } from '../lib/icons.svelte'
import { prefs } from '../lib/prefs.svelte'
import type { Row, TableInfo, TitleInfo, View } from '../lib/types'
import { again } from './again'
import { handOn } from './handing'
import { seatName } from './people'
import { begin } from './study.svelte'

/** Rows that one answer of the server holds. */
const PAGE = 500

export class ReviewSession<Seen = View> {
  table = $state.raw<TableInfo | null>(null)
  view = $state.raw<Seen | null>(null)
  rows = $state.raw<Row[]>([])
  titles = $state.raw<TitleInfo[]>([])
  problem = $state('')

  constructor(
    readonly id: string,
    private readonly arrival: Promise<TableInfo>,
  ) {}

  title = $derived.by(() => this.titles.find((entry) => entry.id === this.table?.title) ?? null)
  names = $derived.by(() => this.table?.seats.map(seatName) ?? [])
  winners = $derived.by(() => this.table?.result?.winners ?? [])
  winnerNames = $derived.by(() => this.winners.map((seat) => this.names[seat]).join(t('table.comma')))

  /** What the end means to who reads: somebody who only watches is told neither victory nor defeat. */
  fate = $derived.by<'victory' | 'defeat' | 'end'>(() => {
    const mine = this.table?.you
    if (mine === null || mine === undefined || this.table?.imported) return 'end'
    return this.winners.includes(mine) ? 'victory' : 'defeat'
  })

  /** Called once while the page is made; `ready` is waited for before anything is shown. */
  follow(ready: (table: TableInfo) => Promise<void> = async () => undefined): void {
    $effect(() => untrack(() => void this.load(ready)))
    $effect(() => i18n.seat(this.names))
    $effect(() => {
      if (this.table) document.title = `${t('table.review.heading')} · ${named(this.table.title)}`
    })
  }

  private async load(ready: (table: TableInfo) => Promise<void>): Promise<void> {
    const { id } = this
    try {
      const table = await this.arrival
      const [position, about] = await Promise.all([
        get<{ view: Seen }>(`/games/${id}/view`),
        get<{ titles: TitleInfo[] }>('/titles'),
      ])
      const told: Row[] = []
      for (let after = 0; after < (table.seq ?? 0); after += PAGE)
        told.push(...(await get<{ rows: Row[] }>(`/games/${id}/events?after=${after}&lang=${prefs.lang}`)).rows)
      glyphs.title = table.title
      i18n.wanted = table.title
      void glyphs.loadTitle(table.title, table.options)
      await ready(table)
      ;[this.rows, this.view, this.titles, this.table] = [told, position.view, about.titles, table]
    } catch (error) {
      this.fail(error)
    }
  }

  private fail(error: unknown): void {
    if (error instanceof Refused) this.problem = error.problem.sentence
    else if (error instanceof Away) this.problem = t('table.offline')
    else throw error
  }

  /** The same game once more: the bots stay, people are asked again. */
  async again(): Promise<void> {
    const { table } = this
    if (!table) return
    try {
      address.go(await again(table, prefs.lang))
    } catch (error) {
      this.fail(error)
    }
  }

  /** A study of the whole game. */
  async study(): Promise<void> {
    const { table } = this
    if (!table) return
    try {
      address.go(await begin({ game: this.id, at: 0 }, named(table.title)))
    } catch (error) {
      this.fail(error)
    }
  }

  /** Hand a picture of the game on. */
  async share(picture: Blob | null): Promise<void> {
    await handOn(picture, `terrarium-${this.id}.png`, '')
  }
}
