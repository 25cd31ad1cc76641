/** Which page an address means: `/`, `/g/<game>`, `/g/<game>/review`, `/g/<game>/fair`, `/rules/<title>`,
 * `/statistics/<title>`, `/ratings/<title>`, `/people/<person>`, `/account`, `/learn`, `/learn/<title>/<lesson>`,
 * `/puzzles`, `/puzzles/<puzzle>`, `/study`, `/study/<study>`, `/embed/<study>`, `/workshop`, `/workshop/gallery`,
 * `/workshop/u/<unit>`, `/workshop/atlas`, `/workshop/m/<map>`, `/workshop/map`, `/credits`, `/accessibility`. */

import { address } from '../lib/address.svelte'

export type Page =
  | 'home'
  | 'table'
  | 'review'
  | 'fair'
  | 'rules'
  | 'statistics'
  | 'ratings'
  | 'people'
  | 'account'
  | 'learn'
  | 'lesson'
  | 'puzzles'
  | 'puzzle'
  | 'studies'
  | 'study'
  | 'embed'
  | 'workshop'
  | 'gallery'
  | 'atlas'
  | 'unit'
  | 'chart'
  | 'map'
  | 'credits'
  | 'accessibility'
  | 'lost'
const OF_ONE: readonly string[] = ['rules', 'statistics', 'ratings', 'people']
const ALONE: readonly string[] = ['account', 'accessibility', 'credits', 'workshop']

/** This page stands in a frame of another site: it shows a study and never anything else. */
export const framed = location.pathname.startsWith('/embed/')

class Router {
  page = $derived.by<Page>(() => {
    const [first, second, third] = address.path.split('/').filter(Boolean)
    if (framed || first === 'embed') return first === 'embed' && second && !third ? 'embed' : 'lost'
    if (!first) return 'home'
    if (first === 'g' && second) return third === 'review' || third === 'fair' ? third : 'table'
    if (first === 'learn') return second && third ? 'lesson' : 'learn'
    if (first === 'puzzles') return second ? 'puzzle' : 'puzzles'
    if (first === 'study' && !third) return second ? 'study' : 'studies'
    if (first === 'workshop' && second === 'gallery' && !third) return 'gallery'
    if (first === 'workshop' && second === 'atlas' && !third) return 'atlas'
    if (first === 'workshop' && second === 'u' && third) return 'unit'
    if (first === 'workshop' && second === 'm' && third) return 'chart'
    if (first === 'workshop' && second === 'map' && !third) return 'map'
    if (second ? OF_ONE.includes(first) : ALONE.includes(first)) return first as Page
    return 'lost'
  })
  id = $derived(address.path.split('/').filter(Boolean)[1] ?? '')
  /** What is named after the id. */
  part = $derived(address.path.split('/').filter(Boolean)[2] ?? '')
}

export const router = new Router()

/** Plain links stay links (middle click, copy address) and move inside the page otherwise. */
export function followLinks(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
  const link = (event.target as Element).closest('a')
  if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return
  if (link.pathname.startsWith('/api/')) return
  event.preventDefault()
  if (framed) {
    open(link.href, '_blank', 'noopener')
    return
  }
  address.go(link.pathname + link.search + link.hash)
}
