import { describe, expect, it } from 'vitest'
import { findInText, locateMatches } from './find-in-text.ts'

describe('findInText', () => {
  it.each([
    { case: 'characters', text: '智能客服平台', search: '客服', match: '客服' },
    { case: 'full width by half width', text: '面向財務的 ＡＩ 审计', search: 'ai 审', match: 'ＡＩ 审' },
    { case: 'traditional characters by simplified ones', text: '面向財務', search: '财务', match: '財務' },
    { case: 'any letter case', text: 'Milvus、Qdrant', search: 'QDRANT', match: 'Qdrant' },
    { case: 'two spaces by one', text: '多个  空格', search: '个 空', match: '个  空' },
    { case: 'unfinished pinyin', text: '智能客服', search: 'zhinengke', match: '智能客' },
    { case: 'initials', text: '智能客服', search: 'nkf', match: '能客服' },
    { case: 'letters and initials', text: '78AI助手', search: '78aizs', match: '78AI助手' },
    { case: 'pinyin after an emoji', text: '🚀火箭发射', search: 'huojian', match: '火箭' },
    { case: 'a ligature by its letters', text: 'ﬁ ligature', search: 'fi', match: 'ﬁ' },
  ])('matches $case: $search in $text', ({ text, search, match }) => {
    const position = findInText(text, search)
    expect(position && text.slice(position.start, position.end)).toBe(match)
  })

  it.each([
    { case: 'the end of a word of letters and digits', text: '78AI助手', search: 'aizhushou' },
    { case: 'pinyin across punctuation', text: '采购，审计', search: 'gousj' },
    { case: 'other characters', text: '审计', search: '采购' },
    { case: 'a single letter of pinyin', text: '审计', search: 's' },
  ])("doesn't match $case: $search in $text", ({ text, search }) => {
    expect(findInText(text, search)).toBeUndefined()
  })
})

describe('locateMatches', () => {
  it('reports the label of the text and the characters around the match', () => {
    const long = `${'前'.repeat(50)}Milvus${'后'.repeat(50)}`
    const texts = [
      { label: '名称', text: '智能客服' },
      { label: '技术规格', text: long },
    ]
    expect(locateMatches(texts, 'milvus')).toEqual({
      matches: [
        {
          label: '技术规格',
          parts: [
            { text: `…${'前'.repeat(20)}`, isMatch: false },
            { text: 'Milvus', isMatch: true },
            { text: `${'后'.repeat(40)}…`, isMatch: false },
          ],
        },
      ],
      missingWords: [],
    })
    expect(locateMatches(texts, 'zn').matches).toMatchObject([{ label: '名称', parts: [{ text: '智能' }, {}] }])
    expect(locateMatches(texts, '采购')).toEqual({ matches: [], missingWords: ['采购'] })
  })

  it.each([
    {
      case: 'one text',
      texts: [['名称', '智能客服平台']],
      search: '平台 智能',
      expected: ['名称：[智能]客服[平台]'],
      missingWords: [],
    },
    {
      case: 'the whole search first',
      texts: [
        ['名称', '客服'],
        ['标语', '客服 平台'],
      ],
      search: '客服 平台',
      expected: ['标语：[客服 平台]'],
      missingWords: [],
    },
    {
      case: 'several texts',
      texts: [
        ['名称', '客服'],
        ['标语', '平台'],
      ],
      search: '平台 客服 采购',
      expected: ['名称：[客服]', '标语：[平台]'],
      missingWords: ['采购'],
    },
    {
      case: 'only texts with further words',
      texts: [
        ['名称', '客服'],
        ['标语', '客服'],
        ['描述', '客服平台'],
      ],
      search: '客服 平台',
      expected: ['名称：[客服]', '描述：[客服][平台]'],
      missingWords: [],
    },
    {
      case: 'overlapping words',
      texts: [['名称', '智能客服']],
      search: '智能客 能客服',
      expected: ['名称：[智能客][服]'],
      missingWords: [],
    },
    {
      case: 'words far apart',
      texts: [['描述', `客服${'字'.repeat(70)}平台`]],
      search: '客服 平台',
      expected: [`描述：[客服]${'字'.repeat(40)}…${'字'.repeat(20)}[平台]`],
      missingWords: [],
    },
  ])('covers several words in $case', ({ texts, search, expected, missingWords }) => {
    const located = locateMatches(
      texts.map(([label = '', text = '']) => ({ label, text })),
      search,
    )
    const excerpts = located.matches.map(
      ({ label, parts }) => `${label}：${parts.map(({ text, isMatch }) => (isMatch ? `[${text}]` : text)).join('')}`,
    )
    expect({ excerpts, missingWords: located.missingWords }).toEqual({ excerpts: expected, missingWords })
  })
})
