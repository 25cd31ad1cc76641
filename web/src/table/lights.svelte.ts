/** Log and map talk: what is pointed at in one lights up in the other. */

/** A region by its number, a hex or site by its name. */
export type Place = number | string

class Lights {
  /** Places that a line of the chronicle names, while it is pointed at. */
  private pointed = $state.raw<readonly Place[]>([])
  /** Places of the move that is shown just now. */
  now = $state.raw<readonly Place[]>([])
  told = $derived([...this.pointed, ...this.now])
  /** The place that is asked about on the map. */
  asked = $state<Place | null>(null)

  /** For a line that names places: `{...lights.line(places)}`. */
  line(places: readonly Place[]): Record<string, () => void> {
    const on = (): void => {
      if (places.length) this.pointed = places
    }
    const off = (): void => {
      this.pointed = []
    }
    return { onpointerenter: on, onpointerleave: off, onfocusin: on, onfocusout: off }
  }

  /** Does this line name what is asked about on the map? */
  names(places: readonly Place[]): boolean {
    return this.asked !== null && places.includes(this.asked)
  }
}

export const lights = new Lights()

/** The line that tells how it came to what is shown: the last one up to that row. */
export function lineAt(lines: readonly { seq: number }[], at: number | null): number {
  return at === null ? -1 : (lines.findLast((line) => line.seq <= at)?.seq ?? -1)
}

/** Bring it into sight within its list, without moving the page. */
export function follow(list: HTMLElement | undefined, seq: number): void {
  const line = seq < 0 ? null : list?.querySelector<HTMLElement>(`[data-seq="${seq}"]`)
  if (!list || !line) return
  const [box, own] = [list.getBoundingClientRect(), line.getBoundingClientRect()]
  if (own.top < box.top || own.bottom > box.bottom) list.scrollTop += own.top - box.top - box.height / 3
}
