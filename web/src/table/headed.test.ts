import { describe, expect, it } from 'vitest'
import { rulebook, written } from '../lib/testing'
import { sources } from '../lib/titles'
import { headed } from './headed'

const LANGUAGES = ['en', 'zh-Hant', 'zh-Hans']
const TITLES = ['small-world', 'underground', 'warcraft', 'terra-mystica']

const names = (lang: string, title: string): Record<string, string> =>
  Object.assign({}, ...sources(title).map((name) => written(lang, name))) as Record<string, string>

/** Every statement of a rulebook in one language. */
function statements(lang: string, title: string): [string, string][] {
  const found: [string, string][] = []
  let id = ''
  for (const line of rulebook(title).split('\n')) {
    if (line.startsWith('[')) id = line.slice(1, line.indexOf(']'))
    if (line.startsWith(`${lang} = "`)) found.push([id, line.slice(lang.length + 4, line.lastIndexOf('"'))])
  }
  return found
}

describe('the name before a statement', () => {
  it('is put there where the statement does not begin with it', () => {
    expect(headed('Flying', 'Any land region may be conquered.', 'en')).toEqual({
      lead: 'Flying.',
      rest: ' Any land region may be conquered.',
    })
    expect(headed('飛行', '可以征服任何陸地地區。', 'zh-Hant')).toEqual({
      lead: '飛行：',
      rest: '可以征服任何陸地地區。',
    })
    expect(headed('', '每位玩家以 5 枚錢幣開始。', 'zh-Hant')).toEqual({ lead: '', rest: '每位玩家以 5 枚錢幣開始。' })
  })
  it('is not said twice', () => {
    expect(headed('沼澤', '沼澤：每片沼澤獎勵 1 枚錢幣。', 'zh-Hant')).toEqual({
      lead: '沼澤：',
      rest: '每片沼澤獎勵 1 枚錢幣。',
    })
    expect(headed('矮人', '矮人衰落後仍有此獎勵。', 'zh-Hant')).toEqual({ lead: '矮人', rest: '衰落後仍有此獎勵。' })
    expect(headed('Spirit', 'Spirits in decline leave the map.', 'en')).toEqual({
      lead: 'Spirits',
      rest: ' in decline leave the map.',
    })
  })
  it.each(TITLES.flatMap((title) => LANGUAGES.map((lang) => [title, lang])))(
    '%s in %s: no statement doubles its name',
    (title, lang) => {
      const known = names(lang!, title!)
      const told = statements(lang!, title!)
      expect(told.length).toBeGreaterThan(100)
      for (const [id, text] of told) {
        const name = known[`name.${id.split('.')[1]}`] ?? ''
        const { lead, rest } = headed(name, text, lang!)
        expect((lead + rest).endsWith(text), id).toBe(true)
        if (name)
          expect(rest.trimStart().toLowerCase().startsWith(name.toLowerCase()), `${id}: ${lead}${rest}`).toBe(false)
      }
    },
  )
})
