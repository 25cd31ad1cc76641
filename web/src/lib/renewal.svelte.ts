/** A server that was renewed while its page was open: its files have other names now. The page is loaded anew, so that
 * an old page never asks a new server for long, and never waits for files that are gone. */

const KEPT = 'terrarium.renewed'

/** The file that a page begins with; its name is made from all that the client is. */
const beginning = (text: string): string => /assets\/index-[^"'?]+\.js/.exec(text)?.[0] ?? ''

class Renewal {
  /** A part of the page could not be fetched. */
  missing = $state(false)

  /** Does the server give out another page by now? Then take it: once, so that nobody goes round in circles. */
  async look(): Promise<void> {
    const mine = beginning(document.querySelector<HTMLScriptElement>('script[type=module][src]')?.src ?? '')
    const response = await fetch('/', { cache: 'no-store' }).catch(() => null)
    const theirs = response?.ok ? beginning(await response.text()) : ''
    if (!mine || !theirs || theirs === mine || sessionStorage.getItem(KEPT) === theirs) return
    sessionStorage.setItem(KEPT, theirs)
    location.reload()
  }

  /** Watch for parts that cannot be fetched. */
  watch(): void {
    addEventListener('vite:preloadError', () => {
      this.missing = true
      void this.look()
    })
  }
}

export const renewal = new Renewal()
