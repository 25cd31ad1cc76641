/** Addresses of the client: `/`, `/g/<game>`, `/g/<game>/review`, `/rules/<title>`, `/statistics/<title>`, `/credits`. */

export type Page = 'home' | 'table' | 'review' | 'rules' | 'statistics' | 'credits' | 'lost'

class Router {
  path = $state(location.pathname)
  query = $state(location.search)
  hash = $state(location.hash)

  page = $derived.by<Page>(() => {
    const [first, second, third] = this.path.split('/').filter(Boolean)
    if (!first) return 'home'
    if (first === 'g' && second) return third === 'review' ? 'review' : 'table'
    if (first === 'rules' && second) return 'rules'
    if (first === 'statistics' && second) return 'statistics'
    return first === 'credits' ? 'credits' : 'lost'
  })
  id = $derived(this.path.split('/').filter(Boolean)[1] ?? '')

  param(name: string): string | null {
    return new URLSearchParams(this.query).get(name)
  }

  go(address: string, replace = false): void {
    history[replace ? 'replaceState' : 'pushState'](null, '', address)
    this.read()
    if (!replace) scrollTo(0, 0)
  }

  read(): void {
    this.path = location.pathname
    this.query = location.search
    this.hash = location.hash
  }
}

export const router = new Router()

/** Plain links stay links (middle click, copy address) and move inside the page otherwise. */
export function followLinks(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
  const link = (event.target as Element).closest('a')
  if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return
  if (link.pathname.startsWith('/api/')) return
  event.preventDefault()
  router.go(link.pathname + link.search + link.hash)
}
