/** What a lesson lights beside the map: combos, buttons, tracks. */

import type { Spot } from './lesson.svelte'

/** Where on the page something is that no map shows: a combo, a button; on a phone what opens the sheet it is on. */
export function partsOf(spot: Spot): string[] {
  const [kind, ...rest] = String(spot).split(' ')
  const name = rest.join(' ')
  if (kind === 'pick') return [`[data-pick="${name}"]`, 'button.combos']
  if (kind === 'do') return [`[data-do="${name}"]`, `[data-do^="${name}"]`]
  if (kind === 'act') return [`[data-act="${name}"]`, '[data-group="power"]', '[data-open="tracks"]']
  if (kind === 'group') return [`[data-group="${name}"]`, `[data-do^="${name}"]`]
  if (kind === 'cults') return ['.cults', '[data-open="tracks"]']
  return []
}

/** Light the first that is seen of each of these; they come and go, so they are looked for whenever the page changes.
 * What comes back puts the light out. */
export function light(wanted: string[][]): () => void {
  let lit: Element[] = []
  const seen = (selectors: string[]): Element[] => {
    for (const selector of selectors) {
      const found = [...document.querySelectorAll(selector)].find((one) => one.checkVisibility())
      if (found) return [found]
    }
    return []
  }
  const put = (found: Element[]): void => {
    if (found.length === lit.length && found.every((one, n) => one === lit[n])) return
    for (const one of lit) one.classList.remove('lesson-lit')
    for (const one of found) one.classList.add('lesson-lit')
    lit = found
  }
  const look = (): void => put(wanted.flatMap(seen))
  look()
  const watcher = new MutationObserver(look)
  watcher.observe(document.body, { childList: true, subtree: true })
  return () => {
    watcher.disconnect()
    put([])
  }
}
