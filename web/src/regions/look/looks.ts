/** The looks of the titles: each has a folder here, named as the title, with its `look.ts`. A title without one is
 * drawn plainly. */

import type { RegionView } from '../../lib/types'
import type { Look } from './look'
import { LAND, LOST_TRIBES } from './pigments'

const PLAIN: Look = {
  palette: { terrain: LAND, border: '#2B2118', ground: '#8FBFC8', dark: false },
  natives: LOST_TRIBES,
}

const looks = import.meta.glob<Look>('./*/look.ts', { eager: true, import: 'default' })

export const lookOf = (title: string): Look => looks[`./${title}/look.ts`] ?? PLAIN

/** The word for whoever stands in a region: natives that guard a hidden marker may be others than the title's own. */
export const holderOf = (region: RegionView, title: string): string =>
  region.seat === null && region.marks?.['hidden'] && lookOf(title).guards ? 'guards' : (region.holder ?? '')
