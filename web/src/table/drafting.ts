/** What is said of a draft beside what is asked in it, and of a plan that waits for its turn. */

import { t } from '../lib/i18n.svelte'
import type { GameClient } from './game.svelte'

export function draftHint({ draft }: GameClient): string {
  const n = draft.steps.length
  const stopped = draft.tried?.stopped
  if (stopped) return t('table.plan_aside', { n: n + 1, left: draft.aside.length, said: stopped.error.sentence })
  if (draft.tried?.assumed && draft.ahead) return t('table.plan_assumed', { n })
  return t(draft.ahead ? 'table.plan_ahead' : 'table.plan_hint', { n })
}

export function planHint({ plan, myTurn }: GameClient): string {
  if (!plan.left || myTurn) return ''
  const said = t('table.plan_left', { n: plan.left.moves.length, other: plan.left.otherwise.length })
  return plan.left.chance ? `${said} ${t('table.plan_left_on')}` : said
}
