import { expect, it } from 'vitest'
import { summarizeProduct } from './product-summary.ts'

it.each([
  ['the slogan', { slogan: '答得出依据', description: '很长的介绍' }, '答得出依据'],
  ['a description without a slogan', { slogan: ' ', description: '第一行\n 第二行' }, '第一行 第二行'],
  ['the beginning of a long description', { slogan: '', description: '🚀'.repeat(101) }, `${'🚀'.repeat(100)}…`],
  ['nothing', { slogan: '', description: '' }, ''],
])('summarizes by %s', (_, product, summary) => {
  expect(summarizeProduct(product)).toBe(summary)
})
