import { describe, expect, it } from 'vitest'
import { catalogue } from '../lib/testing'
import type { Choice } from '../lib/types'
import { Words } from '../lib/words'
import {
  better,
  mine,
  number,
  sentencesOf,
  signed,
  type Slip,
  spellWith,
  type Step,
  type Thought,
  turnAt,
} from './thought'

const read = catalogue
const words = (lang: string): Words =>
  new Words(
    lang,
    { ...read(lang, 'bots'), ...read(lang, 'terminal'), ...read(lang, 'smallworld'), ...read(lang, 'small-world') },
    ['Ada', 'Bo'],
  )
const conquer = (region: number, price: number): Choice => ({
  text: `conquer ${region}`,
  verb: 'conquer',
  facts: { region, price, terrain: 'hill' },
})
const thought: Thought = {
  seq: 9,
  seat: 0,
  move: conquer(3, 2),
  points: 61.25,
  lead: -1.5,
  chance: 0.404,
  alternative: conquer(4, 3),
  cost: 2.345,
  less: null,
  fear: conquer(3, 4),
  fear_seat: 1,
  threat: 1.26,
  sources: [
    ['coins', 12],
    ['later', 30.5],
  ],
  simulations: 200,
  reasons: [],
  arrows: [],
  instead: [],
}

describe('what a bot thought', () => {
  it('is told in the order of importance, with moves in words', () => {
    const en = words('en')
    const told = sentencesOf(thought, en, spellWith(en))
    expect(told[0]).toBe('“Conquer hill 3 for 2 tokens” is expected to end with 61.3 points, 1.5 behind.')
    expect(told[1]).toContain('40 %')
    expect(told[2]).toBe('The best alternative, “Conquer hill 4 for 3 tokens”, would cost about 2.3 points.')
    expect(told[3]).toContain('Bo plays “Conquer hill 3 for 4 tokens”, which costs about 1.3 points')
    expect(told[4]).toContain('coins in hand 12.0, turns to come 30.5')
    expect(told[5]).toContain('200')
  })
  it('leaves out what the reader may not know', () => {
    const en = words('en')
    const told = sentencesOf(
      { ...thought, points: null, lead: null, chance: null, sources: [], fear: null, simulations: 0 },
      en,
      spellWith(en),
    )
    expect(told).toHaveLength(1)
  })
  it('says who is ahead, behind or level', () => {
    const en = words('en')
    const first = (lead: number): string => sentencesOf({ ...thought, lead }, en, spellWith(en))[0]!
    expect(first(2)).toContain('2.0 ahead')
    expect(first(-0.01)).toContain('level')
  })
  it('says when another answer is as good, or may be better', () => {
    const en = words('en')
    expect(sentencesOf({ ...thought, cost: 0.2 }, en, spellWith(en))[2]).toContain('as good')
    const less = (why: string | null): string => sentencesOf({ ...thought, cost: -3, less: why }, en, spellWith(en))[2]!
    expect(less(null)).toContain('might bring 3.0 points more')
    expect(less('rarely')).toContain('too rarely')
    expect(less('overlooked')).toContain('overlooked')
    expect(less('drawn')).toContain('drawn')
    expect(less('rated')).toContain('rates it lower')
    expect(less('undecided')).toContain('not yet decided')
  })
  it.each(['en', 'zh-Hant', 'zh-Hans'])('leaves no brace and no code in %s', (lang) => {
    const told = sentencesOf(thought, words(lang), spellWith(words(lang))).join('\n')
    expect(told).not.toMatch(/[{}]|undefined|bots\.|choice\./)
  })
  it('writes signs as a typesetter does', () => {
    expect([signed(2), signed(0.01), signed(-0.66)]).toEqual(['+2.0', '0.0', '−0.7'])
    expect([number(2), number(-0.01), number(-0.66)]).toEqual(['2.0', '0.0', '−0.7'])
  })
})

describe('a turning point', () => {
  const step = (seq: number, chances: number[]): Step => ({ seq, who: 0, points: [], chances })
  it('belongs to the seat whose chance changed most', () => {
    const curve = [step(1, [0.3, 0.3, 0.4]), step(4, [0.35, 0.55, 0.1])]
    expect(turnAt(curve, 1)).toMatchObject({ seat: 2, from: 40, to: 10 })
    expect(turnAt(curve, 0)).toBeNull()
  })
})

describe('how much better', () => {
  it('is said in words', () => {
    expect([4, 1.2, 0.5, 0, -2].map(better)).toEqual(['far', 'clearly', 'slightly', 'even', 'unsure'])
    for (const how of ['far', 'clearly', 'slightly', 'even', 'unsure'])
      for (const lang of ['en', 'zh-Hant', 'zh-Hans']) expect(words(lang).has(`coach.${how}`)).toBe(true)
  })
})

describe('costly moves', () => {
  const slip = (seat: number, cost: number): Slip => ({
    seq: cost,
    before: 1,
    seat,
    move: conquer(1, 1),
    better: conquer(2, 1),
    cost,
    chance: 0.1,
    reasons: [],
    arrows: [],
  })
  const all = [slip(1, 9), slip(0, 8), slip(1, 7), slip(1, 6), slip(0, 2)]
  it('are my own where I played', () => {
    expect(mine(all, 0).map((one) => one.cost)).toEqual([8, 2])
  })
  it('are the worst of all for who only looks on', () => {
    expect(mine(all, -1).map((one) => one.cost)).toEqual([9, 8, 7])
  })
})
