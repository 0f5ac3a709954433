import { describe, expect, it } from 'vitest'
import { foldText, foldTexts, splitSearchWords } from './fold-text.ts'

describe('foldText', () => {
  it.each([
    { case: 'full width', input: 'ＡＩ　Ａｇｅｎｔ', form: 'ai agent' },
    { case: 'letter case', input: 'LangGraph', form: 'langgraph' },
    { case: 'traditional characters', input: '審計與財務', form: '审计与财务' },
    { case: 'a ligature', input: 'ﬁle', form: 'file' },
    { case: 'consecutive spaces', input: '  a \t\n b  ', form: 'a b' },
    { case: 'circled digits', input: '①②', form: '12' },
    { case: 'a normalized text', input: '智能客服', form: '智能客服' },
    { case: 'invisible characters', input: '智\u200b能\ufeff\u00ad', form: '智能' },
    { case: 'characters for compatibility', input: '⾦融㈱', form: '金融(株)' },
    { case: 'emoji', input: '🚀', form: '🚀' },
    { case: 'a blank text', input: '   ', form: '' },
  ])('folds $case', ({ input, form }) => {
    expect(foldText(input)).toBe(form)
  })

  it('folds a part like the entire text, so that substrings match', () => {
    const text = '乾隆年間、顯著、後台、皇后、頭髮、發展、瞭解、了解、干净、乾淨'
    const whole = foldText(text)
    for (let from = 0; from < text.length; from += 1)
      for (const length of [1, 2, 3]) expect(whole).toContain(foldText(text.slice(from, from + length)))
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

it('keeps texts apart, so that no match spans two of them', () => {
  expect(foldTexts(['智能', '客服'])).not.toContain('智能客服')
})
