/** A page whose files were renewed while it was open: at a server, or in a folder of files. They have other names now.
 * The page is loaded anew, so that an old one never asks a new server for long, and never waits for files that are
 * gone. */

const KEPT = 'terrarium.renewed'

/** The file that a page begins with; its name is made from all that the client is. */
const beginning = (text: string): string => /assets\/(?:index|tab)-[^"'?]+\.js/.exec(text)?.[0] ?? ''

/** Is another page given out by now? Then take it: once, so that nobody goes round in circles. */
export async function takeNewest(): Promise<void> {
  const mine = beginning(document.querySelector<HTMLScriptElement>('script[type=module][src]')?.src ?? '')
  const response = await fetch(import.meta.env.BASE_URL, { cache: 'no-store' }).catch(() => null)
  const theirs = response?.ok ? beginning(await response.text()) : ''
  if (!mine || !theirs || theirs === mine || sessionStorage.getItem(KEPT) === theirs) return
  sessionStorage.setItem(KEPT, theirs)
  location.reload()
}
