import { describe, expect, it } from 'vitest'
import { compareTexts } from './compare-texts.ts'

const mark = (before: string, after: string) =>
  compareTexts(before, after)
    .map(({ status, text }) => ({ same: text, removed: `[-${text}-]`, added: `[+${text}+]` })[status])
    .join('')

describe('compareTexts', () => {
  it.each([
    ['a Chinese word', '面向企业的智能客服平台', '面向企业的智能质检平台', '面向企业的智能[-客服-][+质检+]平台'],
    ['a Latin word', 'Works with Dify and n8n', 'Works with Coze and n8n', 'Works with [-Dify-][+Coze+] and n8n'],
    ['an insertion', '支持私有化部署', '支持私有化和混合部署', '支持私有化[+和混合+]部署'],
    ['equal texts', '相同', '相同', '相同'],
    ['an empty text before', '', '新的', '[+新的+]'],
    ['texts with nothing in common', '报名中', '已结束', '[-报名中-][+已结束+]'],
  ])('marks %s', (_, before, after, marked) => {
    expect(mark(before, after)).toBe(marked)
  })

  it('shows two long texts without common words as replaced', () => {
    const before = Array.from({ length: 2_000 }, (_, index) => `a${index}`).join(' ')
    const after = Array.from({ length: 2_000 }, (_, index) => `b${index}`).join('-')
    expect(compareTexts(before, after)).toEqual([
      { status: 'removed', text: before },
      { status: 'added', text: after },
    ])
  })
})
