/** One table: the connection, the position now, everything that happened, and the one move that is on its way. */

import { Away, get, Refused } from '../lib/api'
import { guidance } from '../lib/guidance.svelte'
import type { Line as Wire } from '../lib/house'
import { kept } from '../lib/keep'
import { house } from '../lib/playing'
import type { ChatLine, Choice, Problem, Profit, Result, Row, TableInfo, View, Why } from '../lib/types'
import { deedOf, guided, offered } from './deeds'
import { Draft } from './draft.svelte'
import { Plan } from './plan.svelte'
import type { Thought } from './thought'

interface Update {
  rows: Row[]
  view: View
  choices: Choice[]
  status?: TableInfo['status']
  result?: Result | null
  ask?: TableInfo['ask']
  clock?: Record<string, unknown>
}

interface Hello extends Update {
  table: TableInfo
  chat: ChatLine[]
  present: Present
}

export interface Present {
  seats: number[]
  watching: number
}

interface Frame {
  seq: number
  type: string
  data: unknown
}

/** What was sent and not answered. Its id makes sending it again harmless. */
interface Pending {
  type: 'move' | 'undo'
  data: Record<string, unknown>
}

/** How often it is asked whether the line is still alive, if nothing was heard. */
const BEAT_MS = 6000

type Line = 'opening' | 'open' | 'lost' | 'closed'

export class GameClient {
  table = $state.raw<TableInfo | null>(null)
  private position = $state.raw<View | null>(null)
  private answers = $state.raw<Choice[]>([])
  rows = $state.raw<Row[]>([])
  chat = $state.raw<ChatLine[]>([])
  present = $state.raw<Present>({ seats: [], watching: 0 })
  clock = $state.raw<Record<string, unknown>>({})
  seq = $state(0)
  line = $state<Line>('opening')
  pending = $state.raw<Pending | null>(null)
  refusal = $state.raw<Problem | null>(null)
  problem = $state.raw<Problem | null>(null)
  caughtUp = $state(false)

  readonly draft: Draft
  readonly plan: Plan
  /** May a draft be begun: of my turn, or of my next one while others move? */
  draftable = $derived.by(() => this.real && this.you !== null && this.table?.status === 'live' && !this.view?.over)
  /** Are there other people here, so that turns may be long in coming? */
  shared = $derived.by(() => this.table?.seats.some(({ kind, seat }) => kind === 'human' && seat !== this.you) ?? false)
  /** What lies on the table, or in the draft of my turn. */
  view = $derived.by(() => this.draft.tried?.view ?? this.position)
  choices = $derived.by(() => this.draft.tried?.choices ?? this.answers)
  /** What happened, in the draft too. */
  told = $derived.by(() => [
    ...this.rows,
    ...(this.draft.tried?.rows ?? []).map((row) => ({ ...row, seq: row.seq + this.seq })),
  ])

  you = $derived(this.table?.you ?? null)
  myTurn = $derived(this.table?.status === 'live' && this.you !== null && this.position?.player === this.you)
  /** What was refused last, at the table or in the draft. */
  objection = $derived.by(() => this.draft.problem ?? this.plan.problem ?? this.refusal)
  /** Am I asked in what is seen? */
  mine = $derived.by(() => (this.draft.tried ? this.draft.tried.view.player === this.you : this.myTurn))

  /** A real game, in which guidance speaks of what is new. */
  real = $state(false)
  /** The deed that guidance speaks of now; empty where it has nothing to say. */
  tip = $derived.by(() =>
    this.real && this.myTurn && this.table && !this.draft.open
      ? guidance.tip(this.table.title, offered(this.choices))
      : '',
  )
  /** Is a hint offered before it is asked for? */
  offering = $derived(
    this.real && this.myTurn && this.table !== null && guidance.offers(this.table.title, this.view?.round ?? 1),
  )

  /** Something is shown before what it led to: a die that still rolls. */
  holding = $state(false)

  /** Told what an update will bring: what comes back is waited for before it is on the table. */
  beforeRows: (rows: Row[]) => Promise<void> | null = () => null
  /** Told what an update brought, for animation and sound. */
  onRows: (rows: Row[], fresh: boolean) => void = () => {}

  /** May this be sent? Lessons say no to wrong answers; an undo asks with no move at all. */
  gate: (moves: string[]) => boolean = () => true

  private socket: Wire | null = null
  /** Told when something is heard: the line is alive. */
  private alive: () => void = () => {}
  /** What the moves on their way do. */
  private deeds: string[] = []
  private tries = 0
  private timer = 0
  private beat = 0
  /** For how many beats nothing was heard. */
  private quiet = 0
  private ended = false
  private heard = 0
  private readonly queue: [number, Update][] = []
  private whys = new Map<string, Promise<Why>>()
  private profits = new Map<number, Promise<Profit>>()
  private readonly online = (): void => this.reconnect()
  private readonly awake = (): void => {
    if (document.visibilityState === 'visible') this.probe()
  }

  constructor(
    readonly id: string,
    private lang: string,
  ) {
    this.draft = new Draft(id)
    this.plan = new Plan(id)
  }

  /** `arrival` is the table as it was when I came to it. */
  async open(arrival: Promise<TableInfo>): Promise<void> {
    addEventListener('online', this.online)
    addEventListener('offline', this.offline)
    document.addEventListener('visibilitychange', this.awake)
    this.beat = window.setInterval(() => this.listenFor(), BEAT_MS)
    try {
      this.table = await arrival
    } catch (error) {
      if (error instanceof Refused) {
        this.problem = error.problem
        return
      }
      this.line = 'lost'
    }
    this.connect()
  }

  close(): void {
    this.ended = true
    this.line = 'closed'
    clearTimeout(this.timer)
    clearInterval(this.beat)
    removeEventListener('online', this.online)
    removeEventListener('offline', this.offline)
    document.removeEventListener('visibilitychange', this.awake)
    this.socket?.close()
  }

  setLanguage(lang: string): void {
    if (lang === this.lang) return
    this.lang = lang
    this.refusal = null
    this.reconnect()
  }

  /** Join again as who I am now, after sitting down or standing up. */
  rejoin(): void {
    this.reconnect()
  }

  private readonly offline = (): void => {
    this.line = 'lost'
    this.socket?.close()
  }

  private connect(): void {
    if (this.ended) return
    const query = `?lang=${this.lang}&after=${this.rows.length ? this.seq : 0}&chat=${this.heard}`
    this.quiet = 0
    const socket: Wire = house().line(this.id, query, {
      heard: (text) => {
        this.quiet = 0
        this.alive()
        this.hear(JSON.parse(text) as Frame)
      },
      closed: () => {
        if (this.socket === socket) this.lose()
      },
    })
    this.socket = socket
  }

  private lose(): void {
    if (this.ended) return
    this.socket = null
    this.line = 'lost'
    clearTimeout(this.timer)
    // A little longer each time, never longer than ten seconds; coming online or waking up tries at once.
    this.timer = window.setTimeout(() => this.connect(), Math.min(10_000, 400 * 2 ** this.tries))
    this.tries += 1
  }

  private reconnect(): void {
    clearTimeout(this.timer)
    const old = this.socket
    this.socket = null
    old?.close()
    this.connect()
  }

  /** A server that vanished says no goodbye: whoever waits for an answer, or has heard nothing for long, asks. */
  private listenFor(): void {
    this.quiet += 1
    if (!this.socket || this.quiet < (this.pending ? 2 : 5)) return
    if (this.line === 'open') this.probe()
    else if (this.quiet >= 5) this.reconnect()
  }

  /** After sleep a socket may look open and be dead: ask, and start afresh where no answer comes. */
  private probe(): void {
    if (this.line !== 'open' || !this.socket) {
      this.tries = 0
      this.reconnect()
      return
    }
    const socket = this.socket
    const late = window.setTimeout(() => {
      if (this.socket === socket) this.reconnect()
    }, 3000)
    this.alive = () => clearTimeout(late)
    socket.send(JSON.stringify({ type: 'ping', data: {} }))
  }

  private hear(frame: Frame): void {
    if (frame.type === 'hello') this.greet(frame.seq, frame.data as Hello)
    else if (frame.type === 'update') this.take(frame.seq, frame.data as Update)
    else if (frame.type === 'table') this.table = { ...this.table, ...(frame.data as TableInfo) }
    else if (frame.type === 'presence') this.present = frame.data as Present
    else if (frame.type === 'chat') this.listen([frame.data as ChatLine])
    else if (frame.type === 'unsaid') this.chat = this.chat.filter(({ id }) => id !== (frame.data as ChatLine).id)
    else if (frame.type === 'ack') this.settle((frame.data as { id: string }).id, true)
    else if (frame.type === 'refused' || frame.type === 'stale') this.refused(frame)
  }

  private greet(seq: number, hello: Hello): void {
    const again = this.rows.length > 0 && seq > this.seq
    this.tries = 0
    this.line = 'open'
    this.table = { ...this.table, ...hello.table }
    this.present = hello.present
    this.forget()
    this.listen(hello.chat)
    this.apply(seq, hello, false)
    this.caughtUp = again
    // The move that was on its way when the line broke: the same id, so it is played at most once.
    if (this.pending) this.socket?.send(JSON.stringify(this.pending))
  }

  private take(seq: number, update: Update): void {
    const first = update.rows[0]
    if (first && first.seq > (this.queue.at(-1)?.[0] ?? this.seq) + 1 && this.rows.length) {
      this.reconnect()
      return
    }
    if (seq < this.seq) return
    this.queue.push([seq, update])
    if (this.queue.length === 1) this.lay()
  }

  /** Put on the table what has come, in order; what must be seen first is waited for. */
  private lay(): void {
    const next = this.queue[0]
    if (!next) return
    const [seq, update] = next
    const wait = this.beforeRows(update.rows)
    const done = (): void => {
      if (this.queue[0] !== next) return
      this.queue.shift()
      this.holding = false
      this.apply(seq, update, true)
      this.lay()
    }
    if (!wait) return done()
    this.holding = true
    void wait.then(done)
  }

  private apply(seq: number, update: Update, fresh: boolean): void {
    const known = this.rows.at(-1)?.seq ?? 0
    const added = update.rows.filter((row) => row.seq > known)
    if (added.length) this.rows = [...this.rows, ...added]
    this.seq = seq
    this.position = kept(this.position, update.view)
    this.answers = kept(this.answers, update.choices)
    this.whys.clear()
    this.profits.clear()
    if (update.clock) this.clock = update.clock
    if (this.table && update.status) {
      this.table = {
        ...this.table,
        status: update.status,
        result: update.result ?? this.table.result,
        ask: update.ask ?? null,
      }
    }
    if (fresh) {
      this.refusal = null
      this.caughtUp = false
    }
    if (this.real) this.draft.moved(seq, this.you, this.table?.status === 'over' || this.table?.status === 'aborted')
    if (this.real && this.you !== null && this.shared) void this.plan.load()
    if (fresh && added.some(({ who }) => who === this.you)) this.plan.past()
    // What others did is not shown on the board of a draft.
    if (added.length) this.onRows(added, fresh && !this.draft.open)
  }

  /** A whole position has come: what was still to be shown is part of it. */
  private forget(): void {
    this.queue.length = 0
    this.holding = false
  }

  private listen(lines: ChatLine[]): void {
    const fresh = lines.filter((line) => line.id > this.heard)
    if (!fresh.length) return
    this.heard = fresh.at(-1)!.id
    this.chat = [...this.chat, ...fresh]
  }

  /** `done`: it was played. */
  private settle(id: string, done = false): void {
    if (this.pending?.data['id'] !== id) return
    this.pending = null
    if (done && this.real && this.table) for (const deed of new Set(this.deeds)) guidance.done(this.table.title, deed)
  }

  private refused(frame: Frame): void {
    const data = frame.data as { id: string; error: Problem; current?: Update & { seq: number } }
    this.settle(data.id)
    if (data.current) this.forget()
    if (data.current) this.apply(data.current.seq, data.current, false)
    this.refusal = data.error
  }

  /** Send lines to play. Nothing is sent while an answer is awaited: no click is played twice. */
  play(...moves: string[]): boolean {
    if (!this.draft.open) return this.submit('move', { moves })
    this.draft.add(moves)
    return false
  }

  undo(turn: boolean): void {
    if (this.draft.open) this.draft.back(turn)
    else this.submit('undo', { turn })
  }

  /** What was refused is read. */
  hush(): void {
    this.refusal = null
    this.draft.problem = null
    this.plan.problem = null
  }

  /** Leave the draft for my next turn: as the plan, or as what is played where the plan does not hold. */
  async leave(otherwise: boolean): Promise<void> {
    const { left } = this.plan
    const moves = this.draft.steps.slice(0, this.draft.tried?.own ?? 0)
    const kept = (otherwise ? left?.moves : left?.otherwise) ?? []
    const chance = (this.draft.tried?.assumed ?? false) || (kept.length > 0 && (left?.chance ?? false))
    const plan = otherwise ? { moves: kept, otherwise: moves } : { moves, otherwise: kept }
    if (await this.plan.leave({ ...plan, chance })) this.draft.drop()
  }

  /** Play what of the draft is mine to play now; the rest was a guess about the others. */
  keep(): void {
    const moves = this.draft.ahead ? [] : this.draft.steps.slice(0, this.draft.tried?.own ?? 0)
    if (moves.length && this.submit('move', { moves })) this.draft.drop()
  }

  private submit(type: Pending['type'], wish: Record<string, unknown>): boolean {
    if (this.pending || this.holding || this.line !== 'open') return false
    if (!this.gate((wish['moves'] ?? []) as string[])) return false
    this.refusal = null
    if (type === 'move') this.draft.answered(this.position?.ask.code ?? '')
    this.deeds = ((wish['moves'] ?? []) as string[]).map((move) => deedOf(move, this.answers)).filter(guided)
    const id = crypto.getRandomValues(new Uint32Array(3)).join('-')
    this.pending = { type, data: { id, expected_seq: this.seq, ...wish } }
    this.socket?.send(JSON.stringify(this.pending))
    return true
  }

  say(text: string): void {
    this.socket?.send(JSON.stringify({ type: 'chat', data: { text } }))
  }

  ask(kind: 'takeback' | 'pause' | 'abort', to?: number): void {
    this.socket?.send(JSON.stringify({ type: 'ask', data: to === undefined ? { kind } : { kind, to } }))
  }

  /** `ask` names the request that is answered: another that comes in between is not. */
  answer(agree: boolean, ask: number): void {
    this.socket?.send(JSON.stringify({ type: 'answer', data: { agree, ask } }))
  }

  /** The bot gives my seat back. */
  back(): void {
    this.socket?.send(JSON.stringify({ type: 'back', data: {} }))
  }

  /** May this be played, and what does it cost? Asked once for each position and move. */
  why(move: string): Promise<Why> {
    const lines = [...this.draft.steps, move].join('\n')
    const known = this.whys.get(lines)
    if (known) return known
    const query = new URLSearchParams({ lang: this.lang, move, after: this.draft.steps.join('\n') })
    if (this.draft.ahead) query.set('ahead', '1')
    if (this.draft.beyond) query.set('chance', '1')
    const asked = get<Why>(`/games/${this.id}/why?${query}`)
    this.whys.set(lines, asked)
    return asked
  }

  /** Who profits from a region, asked once for each position. */
  profit(region: number): Promise<Profit> {
    let asked = this.profits.get(region)
    if (!asked) this.profits.set(region, (asked = get<Profit>(`/games/${this.id}/profit?region=${region}`)))
    return asked
  }

  /** What a strong bot would do in my place. */
  hint(): Promise<Thought> {
    return get<Thought>(`/games/${this.id}/hint`)
  }

  /** Why a bot played this row. */
  reason(seq: number): Promise<Thought> {
    return get<Thought>(`/games/${this.id}/reasons/${seq}`)
  }

  async at(seq: number): Promise<View> {
    const found = await get<{ view: View }>(`/games/${this.id}/view?at=${seq}`)
    return found.view
  }

  async refresh(): Promise<void> {
    try {
      this.table = { ...this.table, ...(await get<TableInfo>(`/games/${this.id}`)) }
    } catch (error) {
      if (!(error instanceof Away || error instanceof Refused)) throw error
    }
  }
}
