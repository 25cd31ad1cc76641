/** A study: a tree of moves from one position. Its board is a table like any other, at which whoever is asked is me;
 * what it asks of a game, the study answers (`studyHouse`). */

import { address } from '../lib/address.svelte'
import { call, get, post, Refused } from '../lib/api'
import type { Answer, Ears, House, Line } from '../lib/house'
import { t } from '../lib/i18n.svelte'
import type { Choice, TableInfo, View } from '../lib/types'
import type { Spot } from './lesson.svelte'
import type { Marked } from './marks'

export interface StudyNode {
  id: number
  up: number
  /** Whose move it was; less than 0 where it was nobody's. */
  who: number
  how: '' | 'chosen' | 'chance' | 'forced'
  text: string
  note: string
  arrows: [Spot, Spot][]
}
export interface StudyEntry {
  id: string
  name: string
  title: string
  players: number
  created: number
  updated: number
}
export interface StudyInfo extends StudyEntry {
  map: string
  options: Record<string, string>
  author: string
  mine: boolean
  copied: string | null
  taken_down: boolean
  nodes: StudyNode[]
  last: number
}
interface NodePage {
  id: number
  player: number
  view: View
  choices: Choice[]
  draws: { move: string; text: string }[]
}
interface Sent {
  type: string
  data: { id: string; moves?: string[] }
}

export class Study {
  info = $state.raw<StudyInfo | null>(null)
  /** The node whose position is shown. */
  at = $state(0)
  page = $state.raw<NodePage | null>(null)
  /** Places that are pointed at become arrows. */
  drawing = $state(false)
  /** Where the arrow begins that is being drawn. */
  from = $state<Spot | null>(null)
  problem = $state('')
  private known = new Map<number, NodePage>()
  /** Nodes that were tried since this page was opened. */
  private fresh = new Set<number>()
  private ears: Ears | null = null
  private lang = ''

  constructor(
    readonly id: string,
    /** Shown in a frame of another site: to be read. */
    readonly framed: boolean,
  ) {}

  mine = $derived.by(() => !this.framed && (this.info?.mine ?? false))
  nodes = $derived.by(() => new Map(this.info?.nodes.map((node) => [node.id, node]) ?? []))
  node = $derived.by<StudyNode | undefined>(() => this.nodes.get(this.at))
  /** What was tried at each node, in the order in which it was. */
  below = $derived.by(() => {
    const found = new Map<number, StudyNode[]>()
    for (const node of this.nodes.values()) found.set(node.up, [...(found.get(node.up) ?? []), node])
    return found
  })
  /** What is drawn on the board here. */
  marks = $derived.by<Marked>(() => {
    const drawn = this.node?.arrows ?? []
    const rings = drawn.flatMap(([from, to]) => (from === to ? [from] : []))
    const arrows = drawn.flatMap(([start, end]) => (start === end ? [] : [{ start, end, seat: 0, threat: false }]))
    return { spots: this.from === null ? rings : [...rings, this.from], arrows }
  })
  /** The table that the board believes to be at. */
  get table(): TableInfo {
    const { info, page } = this
    const seats = Array.from({ length: info?.players ?? 0 }, (_, seat) => ({
      seat,
      kind: 'human' as const,
      level: '',
      name: t('study.player', { n: seat + 1 }),
    }))
    return {
      study: true,
      id: this.id,
      title: info?.title ?? '',
      players: info?.players ?? 0,
      map: info?.map ?? '',
      options: info?.options ?? {},
      lang: this.lang,
      listed: true,
      status: page?.view.over ? 'over' : 'live',
      seats,
      clock: {},
      spectators: 'live',
      delay: 0,
      coins: 'open',
      ask: null,
      result: null,
      commitment: '',
      parent: null,
      imported: true,
      created: info?.created ?? 0,
      you: this.mine && page ? Math.max(0, page.player) : null,
    }
  }

  private get path(): string {
    return `/studies/${this.id}`
  }

  async open(lang: string, node: number): Promise<void> {
    this.lang = lang
    this.info = await get<StudyInfo>(`${this.path}?lang=${lang}`)
    const at = this.nodes.has(node) ? node : 0
    this.page = await this.look(at)
    this.at = at
  }

  /** The same in another language. */
  async speak(lang: string): Promise<void> {
    if (lang === this.lang || !this.info) return
    this.lang = lang
    this.known.clear()
    const [info, page] = await Promise.all([get<StudyInfo>(`${this.path}?lang=${lang}`), this.look(this.at)])
    this.info = info
    this.page = page
    this.greet()
  }

  private async look(node: number): Promise<NodePage> {
    const found = this.known.get(node) ?? (await get<NodePage>(`${this.path}/nodes/${node}?lang=${this.lang}`))
    this.known.set(node, found)
    return found
  }

  async go(node: number): Promise<void> {
    if (!this.nodes.has(node)) return
    this.at = node
    this.from = null
    await this.told(async () => {
      const page = await this.look(node)
      if (this.at !== node) return
      this.page = page
      this.greet()
    })
    if (!this.framed) address.go(`/study/${this.id}${node ? `?node=${node}` : ''}`, true)
  }

  back(): void {
    if (this.node && this.node.up >= 0) void this.go(this.node.up)
  }
  /** Along the first line. */
  on(): void {
    const next = this.below.get(this.at)?.[0]
    if (next) void this.go(next.id)
  }

  /** Do something that may be refused, and say why it was. */
  private async told(work: () => Promise<void>): Promise<boolean> {
    this.problem = ''
    try {
      await work()
      return true
    } catch (error) {
      this.problem = error instanceof Refused ? error.problem.sentence : t('table.offline')
      return false
    }
  }

  private take(info: StudyInfo): void {
    for (const { id } of info.nodes) if (!this.nodes.has(id)) this.fresh.add(id)
    this.info = info
  }

  private async attempt(moves: string[]): Promise<void> {
    this.take(await post<StudyInfo>(`${this.path}/nodes/${this.at}?lang=${this.lang}`, { moves }))
    await this.go(this.info!.last)
  }

  /** Let chance bring this. */
  async draw(move: string): Promise<void> {
    await this.told(() => this.attempt([move]))
  }

  /** Before the last decision; one that was only tried, and led nowhere, is taken out again. */
  private async undo(): Promise<void> {
    let node = this.node
    while (node && node.up >= 0 && node.how !== 'chosen') node = this.nodes.get(node.up)
    if (!node || node.up < 0) return
    const empty = !this.below.has(this.at) && !this.node?.note && this.fresh.has(node.id)
    if (empty && this.alone(node)) await this.cut(node.id)
    else await this.go(node.up)
  }

  /** Is there nothing but one line after this node? */
  private alone(node: StudyNode): boolean {
    let next: StudyNode | undefined = node
    while (next) {
      const after: StudyNode[] = this.below.get(next.id) ?? []
      if (after.length > 1 || (next !== node && next.note)) return false
      next = after[0]
    }
    return true
  }

  /** Take a node out with all that follows it. */
  async cut(node: number): Promise<void> {
    await this.told(async () => {
      this.info = await call<StudyInfo>('DELETE', `${this.path}/nodes/${node}?lang=${this.lang}`)
      this.known.clear()
      await this.go(this.nodes.has(this.at) ? this.at : this.info.last)
    })
  }

  /** Another comment, other arrows. */
  async write(node: number, change: Partial<Pick<StudyNode, 'note' | 'arrows'>>): Promise<void> {
    const was = this.nodes.get(node)
    if (!was || !this.info) return
    const { note, arrows } = { ...was, ...change }
    const { nodes } = this.info
    this.info = { ...this.info, nodes: nodes.map((one) => (one.id === node ? { ...one, note, arrows } : one)) }
    if (!(await this.told(() => call('PUT', `${this.path}/nodes/${node}`, { note, arrows }))))
      this.info = { ...this.info, nodes }
  }

  async rename(name: string): Promise<void> {
    if (this.info && name !== this.info.name)
      await this.told(async () => {
        const { name: kept } = await call<StudyEntry>('PUT', this.path, { name })
        this.info = { ...this.info!, name: kept }
      })
  }

  /** A place of the map was pointed at: is it for an arrow? The same again takes it away. */
  point(spot: Spot): boolean {
    if (!this.drawing || !this.node) return false
    if (this.from === null) {
      this.from = spot
      return true
    }
    const [from, { arrows }] = [this.from, this.node]
    this.from = null
    const others = arrows.filter(([start, end]) => start !== from || end !== spot)
    const drawn: [Spot, Spot][] = others.length < arrows.length ? others : [...arrows, [from, spot]]
    void this.write(this.at, { arrows: drawn })
    return true
  }

  // What the board asks of a game.

  line(ears: Ears): Line {
    this.ears = ears
    queueMicrotask(() => this.greet())
    return { send: (text) => void this.heard(JSON.parse(text) as Sent), close: () => (this.ears = null) }
  }

  private say(type: string, data: unknown): void {
    this.ears?.heard(JSON.stringify({ seq: this.at, type, data }))
  }

  private greet(): void {
    const { page, table } = this
    if (!page) return
    const now = { view: page.view, choices: this.mine ? page.choices : [], status: table.status, clock: {} }
    this.say('hello', {
      ...now,
      rows: [],
      table,
      chat: [],
      present: { seats: table.seats.map(({ seat }) => seat), watching: 0 },
    })
  }

  private async heard({ type, data }: Sent): Promise<void> {
    if (type === 'ping') return this.say('pong', {})
    if (type !== 'move' && type !== 'undo') return
    try {
      await (type === 'move' ? this.attempt(data.moves ?? []) : this.undo())
      this.say('ack', { id: data.id })
    } catch (error) {
      const problem =
        error instanceof Refused ? error.problem : { code: 'away', sentence: t('table.offline'), args: {} }
      this.say('refused', { id: data.id, error: problem })
    }
  }

  async answer(house: House, what: string, token: string): Promise<Answer> {
    const [name, query] = what.split('?') as [string, string | undefined]
    const good = (data: unknown): Answer => ({ status: 200, text: JSON.stringify(data) })
    const asked = (path: string): Promise<Answer> =>
      house.ask('GET', `${this.path}${path}${query ? `?${query}` : ''}`, null, token)
    if (name === '') return good(this.table)
    if (name === '/units' || name === '/map') return asked(name)
    if (name === '/why') return asked(`/nodes/${this.at}/why`)
    if (name === '/forecast') return good({ lines: [] })
    if (name === '/profit') return good({ holder: null, held: [], mine: [] })
    const error = { code: 'not_found', sentence: t('study.not_here'), args: {} }
    return { status: 404, text: JSON.stringify({ error }) }
  }
}

class Studies {
  /** The study at whose board we are; none at tables. */
  now = $state.raw<Study | null>(null)
}

export const studies = new Studies()

/** The house in which the board of a study is; everything else is asked of the house around it. */
export function studyHouse(house: House, study: Study): House {
  const own = `/games/${study.id}`
  const asked: Pick<House, 'ask' | 'line'> = {
    ask: (method, path, body, token) =>
      path.startsWith(own) ? study.answer(house, path.slice(own.length), token) : house.ask(method, path, body, token),
    line: (game, query, ears) => (game === study.id ? study.line(ears) : house.line(game, query, ears)),
  }
  return Object.assign(Object.create(house) as House, asked)
}

/** A study of what is shown; gives its address. */
export async function begin(wish: { game: string; at?: number } | { text: string }, name: string): Promise<string> {
  const { id, last } = await post<StudyInfo>('/studies', { ...wish, name })
  return `/study/${id}${last ? `?node=${last}` : ''}`
}
