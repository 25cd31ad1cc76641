/** What the bar says: what is asked, and how it is answered. */

import { t } from '../../lib/i18n.svelte'
import { draftHint, planHint } from '../../table/drafting'
import type { GameClient } from '../../table/game.svelte'
import type { Offers } from '../offers.svelte'

export function promptOf(game: GameClient, offers: Offers, waiting: string): string {
  const { view } = game
  if (!view) return ''
  if (view.over) return t('ask.over')
  if (game.draft.open && !game.mine) return t('table.plan_end')
  if (!game.mine) return waiting
  if (offers.deployment && view.turn !== game.you)
    return t('table.survivors_title', { tribe: view.ask.tribe, seat: view.turn, n: offers.deployment.left })
  if (offers.deployment) return t('table.deploy_title', { tribe: view.ask.tribe, n: offers.deployment.left })
  if (offers.abandoning) return t('table.abandon_title')
  if (offers.deed) return t('table.deed_title', { unit: offers.deeds.find((found) => found.id === offers.deed)?.unit })
  return t(`ask.${view.ask.code}`, { ...view.ask })
}

export function hintOf(game: GameClient, offers: Offers, phone: boolean): string {
  const { view } = game
  if (game.draft.open && !offers.picks) return draftHint(game)
  if (!game.mine || !view) return game.you === null ? t('table.watching') : planHint(game)
  if (offers.deployment) return phone ? '' : t('table.deploy_hint')
  if (offers.picks) return t('table.picks_hint', { n: offers.picks.count, most: offers.picks.most })
  if (view.rolled !== undefined) return t('table.rolled_hint', { n: view.rolled })
  if (view.armed) return t('table.armed_hint', { unit: view.armed })
  if (offers.deed) return ''
  if (offers.conquering) return t(phone ? 'table.conquer_hint_touch' : 'table.conquer_hint')
  if (offers.combos.size) return t(view.ask.code === 'pick' ? 'table.pick_hint' : 'table.swap_hint')
  return ''
}
