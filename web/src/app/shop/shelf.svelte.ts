/** Drafts of the workshop: kept in this browser, any of them on the server too, and every change can be undone. */

import { call, post } from '../../lib/api'

export interface Draft<Data> {
  key: string
  title: string
  data: Data
  /** Where it is kept on the server. */
  saved?: string
  /** What of the gallery it was made from. */
  copied?: string
}

const MOST_STEPS = 100

export const letters = (): string => Math.random().toString(36).slice(2, 7)

/** Where drafts of a kind are kept: under a name in this browser, at a path on the server. */
export class Shelf<Data> {
  constructor(
    private readonly name: string,
    readonly path: string,
    readonly most: number,
    private readonly sound: (data: Data) => boolean,
  ) {}

  /** The drafts that this browser keeps, the latest first. */
  kept(): Draft<Data>[] {
    try {
      const found = JSON.parse(localStorage.getItem(this.name) ?? '[]') as Draft<Data>[]
      return found.filter((one) => one.key && one.title && this.sound(one.data))
    } catch {
      return []
    }
  }

  keep(drafts: Draft<Data>[]): void {
    localStorage.setItem(this.name, JSON.stringify(drafts))
  }

  /** Another draft, to be found on the bench when it is opened next. */
  bring(title: string, data: Data, from: { saved?: string; copied?: string }): void {
    const others = this.kept().filter((one) => !from.saved || one.saved !== from.saved)
    this.keep([{ key: letters() + letters(), title, data, ...from }, ...others].slice(0, this.most))
  }
}

/** What is worked on: one of the drafts of a shelf. */
export abstract class Work<Data> {
  abstract data: Data | null
  drafts = $state.raw<Draft<Data>[]>([])
  key = $state('')
  protected past = $state.raw<Data[]>([])
  protected future = $state.raw<Data[]>([])

  /** The draft as it is kept. */
  draft = $derived<Draft<Data> | undefined>(this.drafts.find((one) => one.key === this.key))
  canUndo = $derived(this.past.length > 0)
  canRedo = $derived(this.future.length > 0)

  constructor(private readonly shelf: Shelf<Data>) {
    this.drafts = shelf.kept()
  }

  /** Show other data, keep it and ask the server about it. */
  protected abstract put(data: Data): void

  /** One step that can be undone. */
  protected step(data: Data): void {
    this.remember()
    this.put(data)
  }

  /** What stands there now can be had back. */
  protected remember(): void {
    if (!this.data) return
    this.past = [...this.past.slice(-MOST_STEPS), this.data]
    this.future = []
  }

  /** Nothing was done to it yet. */
  protected forget(): void {
    ;[this.past, this.future] = [[], []]
  }

  undo(): void {
    const before = this.past.at(-1)
    if (!before || !this.data) return
    this.future = [...this.future, this.data]
    this.past = this.past.slice(0, -1)
    this.put(before)
  }

  redo(): void {
    const next = this.future.at(-1)
    if (!next || !this.data) return
    this.past = [...this.past, this.data]
    this.future = this.future.slice(0, -1)
    this.put(next)
  }

  /** Keep the draft in this browser, before all others. */
  protected saveAs(title: string, data: Data): void {
    const { saved, copied } = this.draft ?? {}
    const draft: Draft<Data> = { key: this.key, title, data }
    if (saved) draft.saved = saved
    if (copied) draft.copied = copied
    this.drafts = [draft, ...this.drafts.filter((one) => one.key !== this.key)].slice(0, this.shelf.most)
    this.keep()
  }

  /** Keep the draft on the server too; gives its number there. */
  protected async storeAs(body: Record<string, string>): Promise<string> {
    const { saved, copied } = this.draft ?? {}
    const made = saved
      ? await call<{ id: string }>('PUT', `${this.shelf.path}/${saved}`, body)
      : await post<{ id: string }>(this.shelf.path, { ...body, ...(copied ? { copied } : {}) })
    this.drafts = this.drafts.map((one) => (one.key === this.key ? { ...one, saved: made.id } : one))
    this.keep()
    return made.id
  }

  protected keep(): void {
    try {
      this.shelf.keep(this.drafts)
    } catch {
      // A browser that keeps nothing still has the draft as long as the page is open.
    }
  }
}
