import { expect, it } from 'vitest'
import { summarizeProduct } from './summarize-product.ts'

it.each([
  { case: 'the slogan', product: { slogan: '答得出依据', description: '很长的介绍' }, summary: '答得出依据' },
  {
    case: 'a description without a slogan',
    product: { slogan: ' ', description: '第一行\n 第二行' },
    summary: '第一行 第二行',
  },
  {
    case: 'the beginning of a long description',
    product: { slogan: '', description: '🚀'.repeat(101) },
    summary: `${'🚀'.repeat(100)}…`,
  },
  { case: 'nothing', product: { slogan: '', description: '' }, summary: '' },
])('summarizes by $case', ({ product, summary }) => {
  expect(summarizeProduct(product)).toBe(summary)
})
