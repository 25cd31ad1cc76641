/** Touch anything, get its card: what rests under a pointer, has the focus or is pressed long shows its card. */

import { untrack } from 'svelte'
import type { Attachment } from 'svelte/attachments'

/** One thing that a card speaks about: its statements are those of this name; `about` says it in one line first. */
export interface CardPart {
  unit: string
  rule: string
  about?: string | undefined
}

export interface Card {
  /** Two cards of the same id are the same card. */
  id: string
  /** What kind of thing it is, over its name. */
  over?: string
  heading: string
  /** Glyphs, the first of them as a medal where there are two. */
  glyphs: string[]
  facts?: string[]
  parts: CardPart[]
  /** The place on the map that lights up while the card is open. */
  lights?: number | string | null
  /** An answer that can be given from the card. */
  act?: { word: string; go: () => void }
}

interface Shown {
  card: Card
  /** Where the thing is on the screen. */
  box: DOMRect
  /** It was asked for and stays; under a pointer that moves on it goes. */
  pinned: boolean
}

const REST_MS = 250
const LONG_MS = 500

class Cards {
  shown = $state.raw<Shown | null>(null)
  lit = $derived(this.shown?.card.lights ?? null)
  private timer = 0
  private leaving = 0

  show(card: Card, from: Element, pinned: boolean): void {
    clearTimeout(this.timer)
    clearTimeout(this.leaving)
    const whole = from.closest('[data-anchor]') ?? from
    this.shown = { card, box: whole.getBoundingClientRect(), pinned }
  }

  close(): void {
    clearTimeout(this.timer)
    this.shown = null
  }

  /** A click on a thing: its card stays open; a second one gives the answer that the card offers. */
  press(card: Card | null, from: Element): void {
    if (!card) return
    const open = this.shown
    if (open?.pinned && open.card.id === card.id) {
      this.close()
      card.act?.go()
    } else this.show(card, from, true)
  }

  private later(work: () => void, after: number): void {
    clearTimeout(this.timer)
    this.timer = window.setTimeout(work, after)
  }

  /** A moment later: what has the focus may be leaving the page just while it is drawn. */
  private leave(): void {
    clearTimeout(this.timer)
    if (!this.shown || this.shown.pinned) return
    this.leaving = window.setTimeout(() => {
      if (!this.shown?.pinned) this.shown = null
    })
  }

  /** For `{@attach …}`: this element has a card. */
  readonly of =
    (make: () => Card | null): Attachment<HTMLElement | SVGElement> =>
    (element) => {
      // A sheet that opens gives its first thing the focus: what is read here is no business of its effect.
      const open = (pinned: boolean): void =>
        untrack(() => {
          const card = make()
          if (card && !(this.shown?.pinned && !pinned)) this.show(card, element, pinned)
        })
      // A finger that has opened the card by resting there does not press as well when it leaves.
      let held = false
      const ends = new AbortController()
      const on = (name: string, hear: (event: Event) => void, capture = false): void =>
        element.addEventListener(name, hear, { signal: ends.signal, capture })
      on('pointerenter', (event) => {
        if ((event as PointerEvent).pointerType === 'mouse') this.later(() => open(false), REST_MS)
      })
      on('pointerleave', () => this.leave())
      on('focus', () => {
        if (element.matches(':focus-visible')) open(false)
      })
      on('blur', () => untrack(() => this.leave()))
      on('pointerdown', (event) => {
        held = false
        if ((event as PointerEvent).pointerType === 'mouse') return
        this.later(() => {
          held = true
          open(true)
        }, LONG_MS)
      })
      on(
        'click',
        (event) => {
          if (held) event.stopImmediatePropagation()
          held = false
        },
        true,
      )
      on('pointerup', () => clearTimeout(this.timer))
      on('pointercancel', () => clearTimeout(this.timer))
      on('contextmenu', (event) => {
        if (this.shown?.pinned) event.preventDefault()
      })
      return () => {
        ends.abort()
        clearTimeout(this.timer)
      }
    }

  /** Keys that an open card takes: Escape closes it, R opens its rule. */
  hears(event: KeyboardEvent, showRule: (rule: string) => void): boolean {
    const open = this.shown
    if (!open || event.ctrlKey || event.metaKey || event.altKey) return false
    if (event.key === 'Escape' && open.pinned) this.close()
    else if (event.key.toUpperCase() === 'R' && open.card.parts[0]) {
      this.close()
      showRule(open.card.parts[0].rule)
    } else return false
    return true
  }
}

export const cards = new Cards()
