/** Pinch, wheel and drag on a map: a scale and a shift of the sheet that never leave the window it is seen through. */

export class Zoom {
  k = $state(1)
  x = $state(0)
  y = $state(0)
  /** The window, and the sheet at scale 1. */
  private window = [1, 1]
  private sheet = [1, 1]

  frame(window: [number, number], sheet: [number, number]): void {
    this.window = window
    this.sheet = sheet
    this.hold()
  }

  /** Scale by `factor`, the point (px, py) of the window staying where it is. */
  by(factor: number, px: number, py: number): void {
    const k = Math.max(1, Math.min(4, this.k * factor))
    this.x = px - ((px - this.x) * k) / this.k
    this.y = py - ((py - this.y) * k) / this.k
    this.k = k
    this.hold()
  }

  pan(dx: number, dy: number): void {
    this.x += dx
    this.y += dy
    this.hold()
  }

  /** Show (cx, cy), given as parts of the sheet, in the middle. */
  look(k: number, cx: number, cy: number): void {
    this.k = k
    this.x = this.window[0]! / 2 - cx * this.sheet[0]! * k
    this.y = this.window[1]! / 2 - cy * this.sheet[1]! * k
    this.hold()
  }

  private hold(): void {
    const within = (at: number, window: number, sheet: number): number =>
      sheet <= window ? (window - sheet) / 2 : Math.min(0, Math.max(window - sheet, at))
    this.x = within(this.x, this.window[0]!, this.sheet[0]! * this.k)
    this.y = within(this.y, this.window[1]!, this.sheet[1]! * this.k)
  }
}
