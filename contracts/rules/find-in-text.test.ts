import { describe, expect, it } from 'vitest'
import { findInText, locateMatch } from './find-in-text.ts'

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
    expect(locateMatch(texts, 'milvus')).toEqual({
      label: '技术规格',
      before: `…${'前'.repeat(20)}`,
      match: 'Milvus',
      after: `${'后'.repeat(40)}…`,
    })
    expect(locateMatch(texts, 'zn')).toMatchObject({ label: '名称', match: '智能' })
    expect(locateMatch(texts, '采购')).toBeNull()
    expect(locateMatch(texts, '采购 客服')).toMatchObject({ label: '名称', match: '客服' })
  })
})
