import { expect, it } from 'vitest'
import { languageOf, LANGUAGES, wished } from './languages'

it.each([
  [['zh-TW'], 'zh-Hant'],
  [['zh-HK', 'en'], 'zh-Hant'],
  [['zh-Hant-CN'], 'zh-Hant'],
  [['zh'], 'zh-Hans'],
  [['zh-CN'], 'zh-Hans'],
  [['zh-SG', 'en'], 'zh-Hans'],
  [['zh-Hans-TW'], 'zh-Hans'],
  [['en-GB'], 'en'],
  [['fr', 'zh-tw', 'en'], 'zh-Hant'],
  [['fr'], 'en'],
  [[], 'en'],
])('of the wishes %s the language is %s', (tags, tag) => expect(wished(tags)).toBe(tag))

it('every record is found by its tag, and the first stands in for one that is not', () => {
  for (const record of LANGUAGES) expect(languageOf(record.tag)).toBe(record)
  expect(languageOf('tlh')).toBe(LANGUAGES[0])
})
