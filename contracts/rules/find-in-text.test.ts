import { describe, expect, it } from 'vitest'
import { findInText, locateMatches } from './find-in-text.ts'

describe('the position of a search in a text', () => {
  it.each([
    ['智能客服平台', '客服', '客服'],
    ['面向財務的 ＡＩ 审计', 'ai 审', 'ＡＩ 审'],
    ['面向財務', '财务', '財務'],
    ['Milvus、Qdrant', 'QDRANT', 'Qdrant'],
    ['多个  空格', '个 空', '个  空'],
    ['智能客服', 'zhinengke', '智能客'],
    ['智能客服', 'nkf', '能客服'],
    ['78AI助手', 'aizhushou', undefined],
    ['78AI助手', '78aizs', '78AI助手'],
    ['🚀火箭发射', 'huojian', '火箭'],
    ['采购，审计', 'gousj', undefined],
    ['审计', '采购', undefined],
    ['审计', 's', undefined],
    ['ﬁ ligature', 'fi', 'ﬁ'],
  ])('matches in %s, searched by %s: %s', (text, search, match) => {
    const result = findInText(text, search)
    expect(result && text.slice(result.start, result.end)).toBe(match)
  })

  it('is reported with the label of its text and the surrounding characters', () => {
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
    ['one text', [['名称', '智能客服平台']], '平台 智能', ['名称：[智能]客服[平台]'], []],
    [
      'the whole search first',
      [
        ['名称', '客服'],
        ['标语', '客服 平台'],
      ],
      '客服 平台',
      ['标语：[客服 平台]'],
      [],
    ],
    [
      'several texts',
      [
        ['名称', '客服'],
        ['标语', '平台'],
      ],
      '平台 客服 采购',
      ['名称：[客服]', '标语：[平台]'],
      ['采购'],
    ],
    [
      'only texts with further words',
      [
        ['名称', '客服'],
        ['标语', '客服'],
        ['描述', '客服平台'],
      ],
      '客服 平台',
      ['名称：[客服]', '描述：[客服][平台]'],
      [],
    ],
    ['overlapping words', [['名称', '智能客服']], '智能客 能客服', ['名称：[智能客][服]'], []],
    [
      'words far apart',
      [['描述', `客服${'字'.repeat(70)}平台`]],
      '客服 平台',
      [`描述：[客服]${'字'.repeat(40)}…${'字'.repeat(20)}[平台]`],
      [],
    ],
  ])('covers several words in %s', (_, texts, search, expected, missingWords) => {
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
