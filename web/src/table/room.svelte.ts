/** How much room the window gives a table, and which way up it is. */

export class Room {
  width = $state(window.innerWidth)
  height = $state(window.innerHeight)
  /** A phone lying on its side, from 568 × 320: the map has the height, rails stand on both sides. In styles the
   * other phones, held upright, are `(max-width: 559px), (max-width: 720px) and (min-height: 481px)`. */
  turned = $derived(this.width >= 560 && this.height <= 480)
  /** What has no room beside the map comes as sheets. */
  phone = $derived(this.width <= 720 || this.turned)
  compact = $derived(this.width <= 1180)
  /** A tablet held upright: the map has the whole width, the rest lies below it. */
  upright = $derived(this.compact && !this.phone && this.height > this.width)
}
