import { describe, expect, it } from 'vitest'
import { buildSearchText, matchesQuery, normalizeText, splitSearchWords, toPinyinInput } from './search-text.ts'

describe('normalizeText', () => {
  it.each([
    { case: 'full width', input: 'ＡＩ　Ａｇｅｎｔ', form: 'ai agent' },
    { case: 'letter case', input: 'LangGraph', form: 'langgraph' },
    { case: 'traditional characters', input: '審計與財務', form: '审计与财务' },
    { case: 'a ligature', input: 'ﬁle', form: 'file' },
    { case: 'consecutive spaces', input: '  a \t\n b  ', form: 'a b' },
    { case: 'circled digits', input: '①②', form: '12' },
    { case: 'a normalized text', input: '智能客服', form: '智能客服' },
    { case: 'emoji', input: '🚀', form: '🚀' },
    { case: 'a blank text', input: '   ', form: '' },
  ])('normalizes $case', ({ input, form }) => {
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
  { search: '银行　客服 私有化', words: ['银行', '客服', '私有化'] },
  { search: '客服、私有化，客服', words: ['客服', '私有化'] },
])('splits $search into the words $words', ({ search, words }) => {
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
    { text: '智能客服', syllables: "'zhi'neng'ke'fu", initials: 'znkf' },
    { text: 'AI客服', syllables: "'ai'ke'fu", initials: 'akf' },
    { text: '审计，财务', syllables: "'shen'ji 'cai'wu", initials: 'sj cw' },
    { text: '女装', syllables: "'nv'zhuang", initials: 'nz' },
    { text: '重庆银行', syllables: "'chong'qing'yin'hang", initials: 'cqyh' },
    { text: '音乐', syllables: "'yin'yue", initials: 'yy' },
    { text: '智慧財務', syllables: "'zhi'hui'cai'wu", initials: 'zhcw' },
    { text: '', syllables: '', initials: '' },
  ])('spells $text', ({ text, syllables, initials }) => {
    expect(buildSearchText([text])).toMatchObject({ syllables, initials })
  })
})

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

const product = buildSearchText([
  '智能客服助手',
  '服務有據',
  '面向重庆银行的女装音乐 ＡＩ客服 v2.0 (beta) 🚀 שלום\nC++ 与 a|b',
])

describe('matchesQuery', () => {
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
    expect(matchesQuery(product, normalizeText(query))).toBe(true)
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
    { case: 'the other reading of 重庆', query: 'zhongqing' },
    { case: 'syllables with only the same beginning', query: 'zhinengkefa' },
    { case: '200 characters', query: '客服'.repeat(100) },
    { case: '200 letters', query: 'zhineng'.repeat(29).slice(0, 200) },
  ])('does not match by $case', ({ query }) => {
    expect(matchesQuery(product, normalizeText(query))).toBe(false)
  })
})
