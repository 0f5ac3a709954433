import { describe, expect, it } from 'vitest'
import { buildGramQuery, isExact, isFrequent, toGrams } from './text-search.ts'

describe('toGrams', () => {
  it('splits a text into pairs of adjacent characters, and pads the last character', () => {
    expect(toGrams('智能')).toEqual(['667a80fd', '80fd0000'])
    expect(toGrams('ab')).toEqual(['00610062', '00620000'])
    expect(toGrams('')).toEqual([])
  })

  it('returns each pair once', () => {
    expect(toGrams('哈哈哈')).toEqual(['54c854c8', '54c80000'])
  })
})

describe('buildGramQuery', () => {
  it.each([
    ['智', '"667a"*', "'667a':*"],
    ['智能', '"667a80fd"', "'667a80fd'"],
    ['智能体', '"667a80fd" AND "80fd4f53"', "'667a80fd' & '80fd4f53'"],
    [`"'`, '"00220027"', "'00220027'"],
  ])('builds the query for %s', (substring, sqlite, postgres) => {
    expect(buildGramQuery('sqlite', substring)).toBe(sqlite)
    expect(buildGramQuery('postgres', substring)).toBe(postgres)
  })

  it('is exact for at most one pair', () => {
    expect(['智', '智能', '智能体'].filter(isExact)).toEqual(['智', '智能'])
  })

  it.each([
    ['智能', true],
    ['智能体', true],
    ['智能客', false],
    ['智', true],
    ['能', true],
    ['体', false],
  ])('returns whether %s is frequent: %s', (substring, expected) => {
    expect(isFrequent(substring, ['667a80fd', '80fd4f53'])).toBe(expected)
  })
})
