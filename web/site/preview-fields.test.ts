import { describe, expect, it } from 'vitest'
import { findShownField, listShownFields } from './preview-fields.ts'

const FIELDS = listShownFields({
  hero: { title: '智能体\n选型', image: '/uploads/hero.png' },
  steps: [
    { title: '开始', text: '同样的话' },
    { title: '结束', text: '同样的话' },
  ],
  detail: '<p>第一段<strong>重点</strong></p><p>第二段</p>',
  count: 3,
  word: '字',
})

describe('findShownField', () => {
  it.each([
    ['a text, however its spaces are', { text: ' 智能体 选型 ', index: 0 }, 'hero.title'],
    ['a picture', { text: '/uploads/hero.png', index: 0 }, 'hero.image'],
    ['the first of equal texts', { text: '同样的话', index: 0 }, 'steps.0.text'],
    ['the second of equal texts', { text: '同样的话', index: 1 }, 'steps.1.text'],
    ['the last of equal texts, of which the page shows more', { text: '同样的话', index: 5 }, 'steps.1.text'],
    ['a paragraph of a rich text', { text: '第二段', index: 0 }, 'detail'],
  ])('finds %s', (_, clicked, path) => {
    expect(findShownField(FIELDS, clicked)).toBe(path)
  })

  it.each(['没有的话', '开', '3', '字', ''])('finds nothing for %j', (text) => {
    expect(findShownField(FIELDS, { text, index: 0 })).toBeUndefined()
  })
})
