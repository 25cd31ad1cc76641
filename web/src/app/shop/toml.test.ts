import { expect, test } from 'vitest'
import { parse } from 'smol-toml'
import { written } from './toml'

test('a unit that is written is read as it was', () => {
  const unit = {
    format: 1,
    unit: {
      kind: 'race',
      name: { en: 'Mice "n" co', 'zh-Hant': '老鼠' },
      tokens: 5,
      piece: { id: 'dam', name: { en: 'Dam' }, keeps: true },
      ability: [
        { price: -1, where: { and: ['held', { not: 'farmland' }] }, in_decline: 'only' },
        { when: 'end', do: [{ recall: true }, { ask: 'region', then: { lay: 'here' } }] },
        { aid: {} },
      ],
    },
  }
  expect(parse(written(unit))).toEqual(unit)
})
