import { describe, expect, it } from 'vitest'
import { countSteps } from '#testing/count-steps.ts'
import { foldText, foldTexts } from './fold-text.ts'
import { findSpelling, matchesSearch, toPinyinInput } from './pinyin.ts'

describe('toPinyinInput', () => {
  it.each([
    { query: 'zhineng', letters: 'zhineng' },
    { query: "zhi'neng ke fu", letters: 'zhinengkefu' },
    { query: 'nü', letters: 'nv' },
    { query: '78ai', letters: '78ai' },
    { query: 'z', letters: '' },
    { query: '智neng', letters: '' },
    { query: 'a.b', letters: '' },
    { query: "' '", letters: '' },
  ])('returns the letters of $query', ({ query, letters }) => {
    expect(toPinyinInput(query)).toBe(letters)
  })
})

const product = foldTexts([
  '智能客服助手',
  '服務有據',
  '面向重庆银行的女装音乐 ＡＩ客服 v2.0 (beta) 🚀 שלום\nC++ 与 a|b',
])

describe('matchesSearch', () => {
  it.each([
    { case: 'the empty query', query: '' },
    { case: 'a character', query: '客' },
    { case: 'a word', query: '客服' },
    { case: 'full pinyin', query: 'zhinengkefu' },
    { case: 'full pinyin from the middle', query: 'kefuzhushou' },
    { case: 'pinyin with spaces', query: 'zhi neng ke fu' },
    { case: 'pinyin with apostrophes', query: "zhi'neng" },
    { case: 'an unfinished last syllable', query: 'zhineng k' },
    { case: 'initials', query: 'znkf' },
    { case: 'initials from the middle', query: 'kfzs' },
    { case: 'initials and syllables', query: 'znkefu' },
    { case: 'syllables and initials', query: 'zhinkf' },
    { case: 'a word with two readings: 重庆', query: 'chongqing' },
    { case: 'a word with two readings: 银行', query: 'yinhang' },
    { case: 'a word with two readings: 音乐', query: 'yinyue' },
    { case: 'another reading of a character: 重庆', query: 'zhongqing' },
    { case: 'initials with another reading', query: 'zqyh' },
    { case: 'ü as v', query: 'nvzhuang' },
    { case: 'ü as ü', query: 'nüzhuang' },
    { case: 'letters with characters, spelled', query: 'aikefu' },
    { case: 'letters with characters, by initials', query: 'aikf' },
    { case: 'simplified by traditional characters', query: '重慶銀行' },
    { case: 'traditional by simplified characters', query: '服务有据' },
    { case: 'half-width by full-width characters', query: 'Ｖ２' },
    { case: 'full-width by half-width characters', query: 'ai客服' },
    { case: 'emoji', query: '🚀' },
    { case: 'right to left', query: 'שלום' },
    { case: 'characters with a meaning in regular expressions', query: 'C++' },
    { case: 'brackets', query: '(BETA)' },
    { case: 'a bar', query: 'a|b' },
  ])('matches by $case', ({ query }) => {
    expect(matchesSearch(product, foldText(query))).toBe(true)
  })

  it.each([
    { case: 'a missing word', query: '采购' },
    { case: 'a wildcard', query: '.*' },
    { case: 'a percent sign', query: '%' },
    { case: 'an underscore', query: '_' },
    { case: 'a single letter of pinyin', query: 'z' },
    { case: 'pinyin that starts inside a syllable', query: 'hineng' },
    { case: 'initials across two fields', query: 'zsfw' },
    { case: 'text across two fields', query: '助手服务' },
    { case: 'pinyin across two fields', query: 'zhushoufuwu' },
    { case: 'syllables with only the same beginning', query: 'zhinengkefa' },
    { case: '200 characters', query: '客服'.repeat(100) },
    { case: '200 letters', query: 'zhineng'.repeat(29).slice(0, 200) },
    { case: 'a reading of a rare word only: 系 in 系鞋带', query: 'jitong' },
  ])('does not match by $case', ({ query }) => {
    expect(matchesSearch(product, foldText(query))).toBe(false)
  })
})

it.each([
  { text: '我们的智能客服', letters: 'znkf', match: '智能客服' },
  { text: '78ai助手', letters: '78aizs', match: '78ai助手' },
  { text: '三个 aa啊', letters: 'aaa', match: 'aa啊' },
])('finds $letters in $text', ({ text, letters, match }) => {
  const range = findSpelling(text, letters)
  expect(range && text.slice(range.start, range.end)).toBe(match)
})

it('counts equal spellings of a text once', () => {
  // There are nine thousand ways to spell the letters by the text's words and characters.
  const letters = `${'a'.repeat(16)}b`
  const steps = countSteps(() => findSpelling('aa啊'.repeat(20), letters))
  const starts = 2 * 20
  expect(steps).toBeLessThan(starts * letters.length * letters.length)
})
