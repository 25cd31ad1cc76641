import { describe, expect, it } from 'vitest'
import { merged } from '../lib/deeds'
import type { Choice } from '../lib/types'
import { deedOf, guided, offered } from './deeds'

const choice = (text: string, die = 0): Choice => ({ text, verb: text.split(' ')[0]!, facts: die ? { die } : {} })

describe('deeds', () => {
  it('are what the moves begin with, and the die is one of its own', () => {
    const choices = [choice('conquer 3'), choice('conquer 5', 2), choice('stop')]
    expect(deedOf('conquer 3', choices)).toBe('conquer')
    expect(deedOf('conquer 5', choices)).toBe('die')
    expect(deedOf('deploy 3:2 9:1', choices)).toBe('deploy')
    expect(offered(choices)).toEqual(['conquer', 'die', 'stop'])
    expect(offered([choice('yes ghouls')])).toEqual([])
    expect(guided('stop')).toBe(true)
    expect(guided('yes')).toBe(false)
  })

  it('are counted by whoever knows of more', () => {
    const one = { 'small-world': { pick: 1, stop: 3 } }
    const other = { 'small-world': { pick: 2 }, warcraft: { die: 1 } }
    expect(merged(one, other)).toEqual({ 'small-world': { pick: 2, stop: 3 }, warcraft: { die: 1 } })
  })
})
