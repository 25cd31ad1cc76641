import { describe, expect, it } from 'vitest'
import { catalogue } from '../lib/testing'
import type { Choice } from '../lib/types'
import { Words } from '../lib/words'
import { sentencesOf, signed, spellWith, type Step, type Thought, turnAt } from './thought'

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
  fear: conquer(3, 4),
  fear_seat: 1,
  sources: [
    ['coins', 12],
    ['later', 30.5],
  ],
  simulations: 200,
}

describe('what a bot thought', () => {
  it('is told in the order of importance, with moves in words', () => {
    const en = words('en')
    const told = sentencesOf(thought, en, spellWith(en))
    expect(told[0]).toBe('“Conquer hill 3 for 2 tokens” is expected to end with 61.3 points, a lead of −1.5.')
    expect(told[1]).toContain('40 %')
    expect(told[2]).toBe('The best alternative, “Conquer hill 4 for 3 tokens”, would cost about 2.3 points.')
    expect(told[3]).toContain('Bo plays “Conquer hill 3 for 4 tokens”')
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
  it('says when another answer is as good, or may be better', () => {
    const en = words('en')
    expect(sentencesOf({ ...thought, cost: 0.2 }, en, spellWith(en))[2]).toContain('as good')
    expect(sentencesOf({ ...thought, cost: -3 }, en, spellWith(en))[2]).toContain('3.0 points more')
  })
  it.each(['en', 'zh-Hant', 'zh-Hans'])('leaves no brace and no code in %s', (lang) => {
    const told = sentencesOf(thought, words(lang), spellWith(words(lang))).join('\n')
    expect(told).not.toMatch(/[{}]|undefined|bots\.|choice\./)
  })
  it('writes signs as a typesetter does', () => {
    expect([signed(2), signed(0), signed(-0.66)]).toEqual(['+2.0', '+0.0', '−0.7'])
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
