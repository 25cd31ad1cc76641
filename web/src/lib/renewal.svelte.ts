/** What a page does when a part of it is gone: it looks whether there is a newer one, and says what is missing. */

import { takeNewest } from './newest'

class Renewal {
  /** A part of the page could not be fetched. */
  missing = $state(false)

  /** Watch for parts that cannot be fetched. */
  watch(): void {
    addEventListener('vite:preloadError', () => {
      this.missing = true
      void takeNewest()
    })
  }
}

export const renewal = new Renewal()
