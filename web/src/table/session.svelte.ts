/** What every table does, whatever its title: joins and leaves, says whose turn it is, looks back, links, plays on. */

import { untrack } from 'svelte'
import { address, fileOf } from '../lib/address.svelte'
import { get, Refused } from '../lib/api'
import { guidance } from '../lib/guidance.svelte'
import { i18n, named, t } from '../lib/i18n.svelte'
import { glyphs } from '../lib/icons.svelte'
import { me } from '../lib/me.svelte'
import { notify } from '../lib/notification'
import { house } from '../lib/playing'
import { prefs, stillness } from '../lib/prefs.svelte'
import { sound } from '../lib/sound'
import type { TableInfo, TitleInfo } from '../lib/types'
import { again } from './again'
import { Coach } from './coach.svelte'
import { noteSeen } from './fair'
import { fork } from './fork'
import { GameClient } from './game.svelte'
import { lessons } from './lesson.svelte'
import { lastOwn } from './log'
import type { Marked } from './marks'
import { Moments } from './moments.svelte'
import { Pace } from './pace.svelte'
import { seatName } from './people'
import { framesOf, stopsOf } from './replay'
import { begin, studies } from './study.svelte'

const NOTICE_MS = 2500
/** How many moments tell a game in short: as many as the eye follows, or stills to step through. */
const FRAMES = 80
const STILLS = 12
/** Sheets and dialogs that every table has. */
type Common = '' | 'rules' | 'settings' | 'log' | 'players'

export class TableSession<Sheet extends string = never> {
  readonly game: GameClient
  readonly moments: Moments
  readonly coach: Coach
  readonly pace: Pace
  levels = $state.raw<string[]>([])
  /** The sheet that is open. */
  open = $state<Common | Sheet>('')
  /** The statement that the rules are opened at. */
  rule = $state('')
  notice = $state('')
  /** The game has ended before my eyes, and its points are counted. */
  curtain = $state(false)
  /** The points have been counted: the curtain that falls again shows them at once. */
  counted = false
  /** My last row before this turn: what came after it is marked. */
  private last = $state(0)

  constructor(
    readonly id: string,
    private readonly arrival: Promise<TableInfo>,
  ) {
    this.game = new GameClient(id, prefs.lang)
    this.moments = new Moments(this.game)
    this.coach = new Coach(this.game)
    this.pace = new Pace(this.game, this.moments, this.coach)
    lessons.now?.attach(this.game)
    this.game.real = !lessons.now && !studies.now
  }

  /** What is drawn over the map: by the study whose board this is, or by the coach. */
  marks = $derived.by<Marked>(() => studies.now?.marks ?? this.coach)
  table = $derived.by(() => this.game.table)
  title = $derived.by(() => this.game.table?.title ?? '')
  names = $derived.by(() => this.game.table?.seats.map(seatName) ?? [])
  stops = $derived.by(() => stopsOf(this.game.rows))
  replaying = $derived.by(() => this.moments.at !== null)
  /** Are there other people at the table, so that what is done is done? */
  others = $derived.by(
    () => this.game.table?.seats.some((seat) => seat.kind === 'human' && seat.seat !== this.game.you) ?? false,
  )
  /** May I say something to those who are elsewhere? */
  maySay = $derived.by(() => me.session !== null && !lessons.now && house().offers.others)
  busy = $derived.by(() => this.game.pending !== null || this.game.holding || this.game.line !== 'open')
  /** The row after which everything is new to me; 0 once I have moved, or where nothing is. */
  since = $derived.by(() =>
    this.game.myTurn && !this.replaying && this.last > 0 && lastOwn(this.game.rows, this.game.you) === this.last
      ? this.last
      : 0,
  )
  /** From which row on the chronicle marks what is new. */
  fresh = $derived.by(() => (this.game.myTurn && this.last ? this.last : Infinity))
  waiting = $derived.by(() =>
    this.game.view && this.game.view.player >= 0
      ? t('table.waiting', { seat: this.game.view.player })
      : t('table.chance'),
  )
  private heading = $derived.by(() => {
    const title = named(this.title)
    return this.game.myTurn
      ? `● ${t('table.your_turn')} · ${title}`
      : this.game.view?.over
        ? `${t('ask.over')} · ${title}`
        : `${title} · Terrarium`
  })
  private icon = $derived.by(() => fileOf(this.game.myTurn ? 'icon-turn.svg' : 'icon.svg'))
  /** The key that sitting down gave this browser; another device opens the seat with it. */
  seatKey = $derived.by(() => (this.game.you === null ? null : localStorage.getItem(`terrarium.key.${this.id}`)))

  /** Called once while the page is made: what follows the game from then on. */
  follow(): void {
    $effect(() => {
      untrack(() => void this.game.open(this.arrival))
      return () => this.game.close()
    })
    $effect(() => {
      if (this.game.table) void guidance.load()
    })
    $effect(() => i18n.seat(this.names))
    $effect(() => this.game.setLanguage(i18n.lang))
    $effect(() => this.prepare(this.title))
    $effect(() => {
      if (this.game.table) noteSeen(this.game.table)
    })
    $effect(() => {
      document.title = this.heading
    })
    // A hint is for one position.
    $effect(() => {
      void this.game.seq
      untrack(() => {
        if (this.coach.kind === 'hint') this.coach.close()
      })
    })
    $effect(() => {
      document.querySelector('link[rel=icon]')?.setAttribute('href', this.icon)
      return () => document.querySelector('link[rel=icon]')?.setAttribute('href', fileOf('icon.svg'))
    })
    $effect(() => {
      const at = address.param('at')
      if (at && this.game.view && untrack(() => this.moments.at) === null) void this.moments.show(Number(at))
    })
    // Whoever plays with bots alone can go on when nobody answers here.
    $effect(() => {
      const { seq, myTurn, you, table } = this.game
      const alone = table?.seats.every(({ seat, kind }) => kind === 'bot' || seat === you)
      const over = table?.status === 'over'
      if (seq && alone && (myTurn || over))
        void house()
          .prepare(this.id, !over)
          .catch(() => undefined)
    })
    this.pace.follow()
    this.followTurns()
    this.followRounds()
    this.followEnd()
  }

  /** The row of the chronicle that tells how it came to what the map shows; null while that is now. */
  shownAt = $derived.by(() => this.moments.at ?? this.pace.now?.seq ?? null)

  /** The curtain falls for who saw the end, not for who comes to a finished game; the last moves are told before. */
  private followEnd(): void {
    let before = true
    $effect(() => {
      const over = this.game.view?.over
      if (over === undefined || (over && this.pace.view)) return
      if (over && !before && this.game.real && this.game.you !== null) guidance.played(untrack(() => this.title))
      if (over && !before && !lessons.now && !studies.now) this.curtain = true
      if (!over) this.curtain = false
      before = over
    })
  }

  /** The same game once more. */
  async again(): Promise<void> {
    if (!this.game.table) return
    try {
      address.go(await again(this.game.table, prefs.lang))
    } catch (error) {
      this.flash(error instanceof Refused ? error.problem.sentence : t('table.offline'))
    }
  }

  /** A bot's reason is told beside the board, so the chronicle that lies over it goes. */
  explain(seat: number, row: number): void {
    if (this.open === 'log') this.open = ''
    this.coach.why(seat, row)
  }

  private prepare(title: string): void {
    if (!title) return
    glyphs.title = title
    i18n.wanted = title
    void glyphs.loadTitle(
      title,
      untrack(() => this.game.table?.options ?? {}),
    )
    void get<TitleInfo>(`/titles/${title}`)
      .then((found) => (this.levels = found.levels))
      .catch(() => undefined)
  }

  /** The mark "since your last turn" is set when a turn begins. */
  private followTurns(): void {
    let before = false
    $effect(() => {
      const mine = this.game.myTurn
      untrack(() => {
        if (mine && !before) {
          this.last = lastOwn(this.game.rows, this.game.you)
          if (this.game.rows.length) {
            sound('turn')
            notify(t('table.your_turn_at', { title: this.title }), this.id)
          }
        }
        before = mine
      })
    })
  }

  /** Who sees the last round begin is told that it is the last. A draft of a later turn begins nothing. */
  private followRounds(): void {
    let before = 0
    $effect(() => {
      if (!this.game.view || this.game.draft.tried) return
      const { round, rounds } = this.game.view as { round?: number; rounds?: number }
      untrack(() => {
        if (before && round && round > before && round === rounds) this.flash(t('table.last_round'))
        before = round ?? 0
      })
    })
  }

  showRule(name: string): void {
    this.rule = name
    this.open = 'rules'
  }

  replay(): void {
    this.open = ''
    void this.moments.show(this.stops[0] ?? 0)
  }

  /** The whole game in twenty seconds; whoever wants little motion steps through stills of it. */
  tell(): void {
    this.curtain = false
    this.moments.tell(framesOf(this.stops, stillness() ? STILLS : FRAMES))
  }

  /** It has been told: the curtain again. */
  toldAll(): void {
    this.moments.leave()
    this.curtain = true
  }

  flash(text: string): void {
    this.notice = text
    setTimeout(() => {
      if (this.notice === text) this.notice = ''
    }, NOTICE_MS)
  }

  async copyLink(): Promise<void> {
    await navigator.clipboard.writeText(address.link(`/g/${this.id}?at=${this.moments.at ?? this.game.seq}`))
    this.flash(t('table.copied'))
  }

  /** The position that is shown, as one line that "New game" takes. */
  async copyPosition(): Promise<void> {
    const at = this.moments.at ?? this.game.seq
    this.open = ''
    try {
      const { line } = await get<{ line: string }>(`/games/${this.id}/position?at=${at}`)
      await navigator.clipboard.writeText(line)
      this.flash(t('table.position_copied'))
    } catch (error) {
      this.flash(error instanceof Refused ? error.problem.sentence : t('table.offline'))
    }
  }

  /** Do something that may be refused, and say why it was. */
  async told(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      this.flash(error instanceof Refused ? error.problem.sentence : t('table.offline'))
    }
  }

  async copySeat(): Promise<void> {
    await navigator.clipboard.writeText(address.link(`/g/${this.id}?key=${this.seatKey}`))
    this.open = ''
    this.flash(t('table.copied'))
  }

  /** A study of this game, or of what is shown while it runs. */
  async study(): Promise<void> {
    this.open = ''
    const at = this.moments.at ?? this.game.seq
    await this.told(async () => address.go(await begin({ game: this.id, at }, named(this.title))))
  }

  /** Play on from what is shown, in a game of its own. */
  async fork(): Promise<void> {
    const { table, you, seq } = this.game
    if (!table) return
    try {
      address.go(await fork(table, this.moments.at ?? seq, you ?? 0, this.levels, prefs.lang))
    } catch (error) {
      this.flash(error instanceof Refused ? error.problem.sentence : t('table.offline'))
    }
  }

  /** Is this key meant for the table, and not for a dialog or a field? */
  hears(event: KeyboardEvent): boolean {
    const target = event.target as HTMLElement
    return !(
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      this.open ||
      this.curtain ||
      /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)
    )
  }
}
