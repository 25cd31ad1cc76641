import { describe, expect, it } from 'vitest'
import { catalogueOf } from '../../scripts/messages'
import { written } from './testing'
import { mixesWith, sources } from './titles'
import { Words } from './words'

const words = (lang: string, messages: Record<string, string>, players: string[] = []): Words =>
  new Words(lang, catalogueOf(messages, lang), players)

const en = words(
  'en',
  {
    seat: 'player {n}',
    'name.orcs': 'Orcs',
    'name.orcs.one': 'Orc',
    'terrain.hill': 'hill',
    'name.trolls': 'Trolls',
    'name.mounted': 'Mounted',
    plural: '{n, plural, =0 {no token} one {# token} other {# tokens}}',
    nested:
      '{tribe, name} took {terrain, terrain} {region}{victim, select, natives { from the {victim, name}} other {}}.',
    sum: '{lines, sum} = {total}',
    who: '{seat, seat} and {other, seat}',
    one: 'your {tribe, one} regions',
  },
  ['Ada'],
)

describe('messages are filled as the catalogue means them', () => {
  it('chooses the branch of a plural and puts the number in', () => {
    expect([0, 1, 5].map((n) => en.say('plural', { n }))).toEqual(['no token', '1 token', '5 tokens'])
  })
  it('spells names, terrains, seats and nested branches', () => {
    expect(en.say('nested', { tribe: 'orcs', terrain: 'hill', region: 4, victim: 'natives' })).toBe(
      'Orcs took hill 4 from the natives.',
    )
    expect(en.say('nested', { tribe: 'orcs', terrain: 'hill', region: 4, victim: '' })).toBe('Orcs took hill 4.')
    expect(en.say('who', { seat: 0, other: 2 })).toBe('Ada and player 3')
    expect(en.say('one', { tribe: 'orcs' })).toBe('your Orc regions')
  })
  it('writes a price out as a sum', () => {
    expect(
      en.say('sum', {
        lines: [
          ['region', 2],
          ['trolls', 2],
          ['mounted', -1],
        ],
        total: 3,
      }),
    ).toBe('2 + Trolls 2 − Mounted 1 = 3')
  })
  it('marks what a placeholder spelled', () => {
    expect(en.parts('one', { tribe: 'orcs' })).toEqual([
      { text: 'your ', kind: '' },
      { text: 'Orc', kind: 'name', id: 'orcs' },
      { text: ' regions', kind: '' },
    ])
  })
})

describe('a language brings its own plural forms', () => {
  it('Polish has three of them', () => {
    const pl = words('pl', { tokens: '{n, plural, one {# żeton} few {# żetony} many {# żetonów} other {# żetonu}}' })
    expect([0, 1, 2, 5, 12, 22].map((n) => pl.say('tokens', { n }))).toEqual([
      '0 żetonów',
      '1 żeton',
      '2 żetony',
      '5 żetonów',
      '12 żetonów',
      '22 żetony',
    ])
  })
  it('Arabic has six, and a number of its own comes first', () => {
    const ar = words('ar', {
      tokens: '{n, plural, =7 {سبعة} zero {صفر} one {قطعة} two {قطعتان} few {# قطع} many {# قطعة} other {# قطع}}',
    })
    expect([0, 1, 2, 3, 7, 11, 100].map((n) => ar.say('tokens', { n }))).toEqual([
      'صفر',
      'قطعة',
      'قطعتان',
      '3 قطع',
      'سبعة',
      '11 قطعة',
      '100 قطع',
    ])
  })
  it('a form that the language does not have is an error', () => {
    expect(() => words('en', { tokens: '{n, plural, few {#} other {#}}' })).toThrow(/few/)
  })
})

describe('the catalogues of the table', () => {
  const read = (lang: string): Record<string, string> => written(lang, 'table')
  const arguments_ = (text: string): string[] =>
    [
      ...new Set(
        [...text.matchAll(/\{(\w+), (?:name|one|terrain|seat|sum|plural|select)\b/g)].map((found) => found[1]!),
      ),
    ].sort()
  it.each(['zh-Hant', 'zh-Hans'])('%s has every message of English, with the same spelled arguments', (lang) => {
    const [english, other] = [read('en'), read(lang)]
    expect(Object.keys(other)).toEqual(Object.keys(english))
    for (const key of Object.keys(english))
      expect(arguments_(english[key]!), key).toEqual(expect.arrayContaining(arguments_(other[key]!)))
  })
  it.each(['en', 'zh-Hant', 'zh-Hans'])('%s fills every message without a leftover brace', (lang) => {
    const table = words(lang, read(lang))
    for (const key of Object.keys(table.messages)) expect(table.say(key, { n: 2, seat: 1 }), key).not.toMatch(/[{}]/)
  })
})

describe('words of a title never leak into another', () => {
  const TITLES = ['small-world', 'underground', 'warcraft', 'terra-mystica']
  const read = written
  const heard = (lang: string, title: string): Record<string, string> =>
    Object.assign({}, ...sources(title).map((name) => read(lang, name))) as Record<string, string>

  it.each(['en', 'zh-Hant', 'zh-Hans'])(
    "%s: a title says its own words, then its family's, and borrows only what is missing",
    (lang) => {
      for (const title of TITLES) {
        const said = heard(lang, title)
        const files = sources(title)
          .map((name) => [name, read(lang, name)] as const)
          .filter(([name]) => name !== mixesWith(title))
        for (const [key, text] of Object.entries(said)) {
          const owners = files.filter(([, file]) => key in file)
          if (owners.length) expect(text, `${title} ${key}`).toBe(owners.at(-1)![1][key])
          else expect(text, `${title} ${key}`).toBe(read(lang, mixesWith(title)!)[key])
        }
        for (const other of TITLES)
          if (other !== title && other !== mixesWith(title)) expect(sources(title)).not.toContain(other)
      }
    },
  )
  it('names natives as each title does', () => {
    expect(['small-world', 'underground', 'warcraft'].map((title) => heard('en', title)['name.natives'])).toEqual([
      'Lost Tribe',
      'monsters',
      'Murlocs',
    ])
    expect(['small-world', 'underground', 'warcraft'].map((title) => heard('zh-Hant', title)['name.natives'])).toEqual([
      '失落部族',
      '怪物',
      '魚人',
    ])
  })
  it('tells a symbol from a power of the same id', () => {
    const small = words('en', heard('en', 'small-world'))
    expect([small.terrain('magic'), small.name('magic'), small.terrain('mine')]).toEqual(['magic', 'Magic', 'mine'])
  })
})
