import { describe, expect, it } from 'vitest'
import { generateKey, getShownPrefix, isWholeKey } from './key-format.ts'

const KEY = generateKey()

describe('generateKey', () => {
  it('returns a key that secret scanners recognise by its form', () => {
    expect(KEY).toMatch(/^zk_[0-9A-Za-z]{49}$/)
    expect(isWholeKey(KEY)).toBe(true)
    expect(generateKey()).not.toBe(KEY)
    expect(getShownPrefix(KEY)).toBe(KEY.slice(0, 8))
  })
})

describe('isWholeKey', () => {
  const other = KEY[10] === 'a' ? 'b' : 'a'
  it.each([
    ['that lacks its end', KEY.slice(0, -1)],
    ['that lacks its beginning', KEY.slice(3)],
    ['with a wrong character', KEY.slice(0, 10) + other + KEY.slice(11)],
    ['with something behind it', `${KEY}a`],
    ['in capitals', KEY.toUpperCase()],
    ['of nothing but zeros', `zk_${'0'.repeat(49)}`],
  ])('refuses a key %s', (_, text) => {
    expect(isWholeKey(text)).toBe(false)
  })
})
