/** Drafts that outlive the page: one for each game, in this browser alone. */

export interface Kept {
  seat: number
  /** The position it was made for; one made ahead is tried on any. */
  seq: number
  /** What its first move answers. */
  ask: string
  ahead: boolean
  /** It goes on after a draw. */
  beyond?: boolean
  steps: string[]
}

const place = (game: string): string => `terrarium.draft.${game}`

export function kept(game: string): Kept | null {
  try {
    return JSON.parse(localStorage.getItem(place(game)) ?? 'null') as Kept | null
  } catch {
    return null
  }
}

/** A draft in which nothing was tried is none. */
export function keep(game: string, draft: Kept): void {
  if (!draft.steps.length) return forget(game)
  try {
    localStorage.setItem(place(game), JSON.stringify(draft))
  } catch {
    // A browser that keeps nothing still plays; the draft then lasts as long as the page.
  }
}

export function forget(game: string): void {
  try {
    localStorage.removeItem(place(game))
  } catch {
    // Nothing was kept.
  }
}
