/** The name of a unit before a statement about it, said once: a statement that begins with the name needs no other. */

import { languageOf } from '../lib/languages'

export interface Headed {
  /** What is set apart at the beginning. */
  lead: string
  rest: string
}

export function headed(name: string, text: string, lang: string): Headed {
  if (!name) return { lead: '', rest: text }
  const literal = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const own = new RegExp(`^${literal}[a-z'’]*[:：]?`, 'i').exec(text)?.[0]
  if (own) return { lead: own, rest: text.slice(own.length) }
  return languageOf(lang).spaced ? { lead: `${name}.`, rest: ` ${text}` } : { lead: `${name}：`, rest: text }
}
