/** What is known of a map's seats, in words. */

import { t } from '../../../lib/i18n.svelte'
import type { SeatShares } from '../gallery'

export function told({ uneven }: SeatShares): string {
  return uneven.length
    ? t('maps.page.uneven', { names: uneven.map((seat) => seat + 1).join(', ') })
    : t('maps.page.level')
}
