/** Pinch, wheel and drag on a map: a scale and a shift that never leave the frame. */

export class Zoom {
  k = $state(1)
  x = $state(0)
  y = $state(0)
  private width = 1
  private height = 1

  frame(width: number, height: number): void {
    this.width = width
    this.height = height
    this.hold()
  }

  /** Scale by `factor`, the point (px, py) of the frame staying where it is. */
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

  /** Show (cx, cy), given as parts of the map, in the middle. */
  look(k: number, cx: number, cy: number): void {
    this.k = k
    this.x = this.width / 2 - cx * this.width * k
    this.y = this.height / 2 - cy * this.height * k
    this.hold()
  }

  private hold(): void {
    this.x = Math.min(0, Math.max(this.width * (1 - this.k), this.x))
    this.y = Math.min(0, Math.max(this.height * (1 - this.k), this.y))
  }
}
