import { describe, expect, it } from 'vitest'
import { buildSearchText, matchesQuery, normalizeText, splitSearchWords, toPinyinInput } from './search-text.ts'

describe('normalizeText', () => {
  it.each([
    ['full width', 'ＡＩ　Ａｇｅｎｔ', 'ai agent'],
    ['letter case', 'LangGraph', 'langgraph'],
    ['traditional characters', '審計與財務', '审计与财务'],
    ['a ligature', 'ﬁle', 'file'],
    ['consecutive spaces', '  a \t\n b  ', 'a b'],
    ['circled digits', '①②', '12'],
    ['a normalized text', '智能客服', '智能客服'],
    ['emoji', '🚀', '🚀'],
    ['a blank text', '   ', ''],
  ])('normalizes %s', (_, input, form) => {
    expect(normalizeText(input)).toBe(form)
  })

  it('normalizes a part like the entire text, so that substrings match', () => {
    const text = '乾隆年間、顯著、後台、皇后、頭髮、發展、瞭解、了解、干净、乾淨'
    const whole = normalizeText(text)
    for (let from = 0; from < text.length; from += 1)
      for (const length of [1, 2, 3]) expect(whole).toContain(normalizeText(text.slice(from, from + length)))
  })
})

it.each([
  ['银行　客服 私有化', ['银行', '客服', '私有化']],
  ['客服、私有化，客服', ['客服', '私有化']],
])('splits %j into the words %j', (search, words) => {
  expect(splitSearchWords(search)).toEqual(words)
})

it('lists no words of a search for a single one, which is a phrase', () => {
  expect(splitSearchWords(' 客服 ')).toEqual([])
})

it('lists the first six words of a longer search', () => {
  expect(splitSearchWords('a b c d e f g')).toEqual(['a', 'b', 'c', 'd', 'e', 'f'])
})

describe('buildSearchText', () => {
  it.each([
    ['智能客服', "'zhi'neng'ke'fu", 'znkf'],
    ['AI客服', "'ai'ke'fu", 'akf'],
    ['审计，财务', "'shen'ji 'cai'wu", 'sj cw'],
    ['女装', "'nv'zhuang", 'nz'],
    ['重庆银行', "'chong'qing'yin'hang", 'cqyh'],
    ['音乐', "'yin'yue", 'yy'],
    ['智慧財務', "'zhi'hui'cai'wu", 'zhcw'],
    ['', '', ''],
  ])('spells %s', (text, syllables, initials) => {
    expect(buildSearchText([text])).toMatchObject({ syllables, initials })
  })
})

describe('toPinyinInput', () => {
  it.each([
    ['zhineng', 'zhineng'],
    ["zhi'neng ke fu", 'zhinengkefu'],
    ['nü', 'nv'],
    ['78ai', '78ai'],
    ['z', ''],
    ['智neng', ''],
    ['a.b', ''],
    ["' '", ''],
  ])('returns the letters of %j', (query, letters) => {
    expect(toPinyinInput(query)).toBe(letters)
  })
})

const product = buildSearchText([
  '智能客服助手',
  '服務有據',
  '面向重庆银行的女装音乐 ＡＩ客服 v2.0 (beta) 🚀 שלום\nC++ 与 a|b',
])

describe('matchesQuery', () => {
  it.each([
    ['the empty query', ''],
    ['a character', '客'],
    ['a word', '客服'],
    ['full pinyin', 'zhinengkefu'],
    ['full pinyin from the middle', 'kefuzhushou'],
    ['pinyin with spaces', 'zhi neng ke fu'],
    ['pinyin with apostrophes', "zhi'neng"],
    ['an unfinished last syllable', 'zhineng k'],
    ['initials', 'znkf'],
    ['initials from the middle', 'kfzs'],
    ['initials and syllables', 'znkefu'],
    ['syllables and initials', 'zhinkf'],
    ['a word with two readings: 重庆', 'chongqing'],
    ['a word with two readings: 银行', 'yinhang'],
    ['a word with two readings: 音乐', 'yinyue'],
    ['ü as v', 'nvzhuang'],
    ['ü as ü', 'nüzhuang'],
    ['letters with characters, spelled', 'aikefu'],
    ['letters with characters, by initials', 'aikf'],
    ['simplified by traditional characters', '重慶銀行'],
    ['traditional by simplified characters', '服务有据'],
    ['half-width by full-width characters', 'Ｖ２'],
    ['full-width by half-width characters', 'ai客服'],
    ['emoji', '🚀'],
    ['right to left', 'שלום'],
    ['characters with a meaning in regular expressions', 'C++'],
    ['brackets', '(BETA)'],
    ['a bar', 'a|b'],
  ])('matches by %s', (_, query) => {
    expect(matchesQuery(product, normalizeText(query))).toBe(true)
  })

  it.each([
    ['a missing word', '采购'],
    ['a wildcard', '.*'],
    ['a percent sign', '%'],
    ['an underscore', '_'],
    ['a single letter of pinyin', 'z'],
    ['pinyin that starts inside a syllable', 'hineng'],
    ['initials across two fields', 'zsfw'],
    ['text across two fields', '助手服务'],
    ['pinyin across two fields', 'zhushoufuwu'],
    ['the other reading of 重庆', 'zhongqing'],
    ['syllables with only the same beginning', 'zhinengkefa'],
    ['200 characters', '客服'.repeat(100)],
    ['200 letters', 'zhineng'.repeat(29).slice(0, 200)],
  ])('does not match by %s', (_, query) => {
    expect(matchesQuery(product, normalizeText(query))).toBe(false)
  })
})
