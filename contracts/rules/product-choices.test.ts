import { expect, it } from 'vitest'
import { categoryFault, choiceFaults } from './product-choices.ts'

const chosen = { category: '对话机器人', price: '中端' }

it.each([
  ['both of the fixed sets', chosen, undefined, []],
  ['none chosen', { category: '', price: '' }, undefined, ['category', 'price']],
  ['none chosen any more', { category: '', price: '' }, { category: '', price: '' }, ['category', 'price']],
  ['a category of its own', { ...chosen, category: '智能体' }, undefined, ['category']],
  ['a category that it has already', { ...chosen, category: '智能体' }, { ...chosen, category: '智能体' }, []],
  ['a price of its own', { ...chosen, price: '面议' }, chosen, ['price']],
  ['a price that it has already', { ...chosen, price: '面议' }, { ...chosen, price: '面议' }, []],
  ['a price that stood as the category', { ...chosen, price: '其他' }, { category: '其他', price: '免费' }, ['price']],
])('an AI product with %s', (_, choices, stored, wrong) => {
  expect(choiceFaults('ai', choices, stored).map(({ path }) => path)).toEqual(wrong)
})

it('says what can be chosen', () => {
  const [category, price] = choiceFaults('ai', { category: '智能体', price: '免费/付费' })
  expect(category?.message).toBe(
    '没有“智能体”这个类别，可选：对话机器人、内容生成、数据分析、图像处理、语音识别、自然语言处理、推荐系统、其他',
  )
  expect(price?.message).toBe('没有“免费/付费”这个价格档位，可选：免费、低端、中端、中高端、高端、企业定制')
})

it.each([chosen, { category: '', price: '' }, { category: '智能体', price: '面议' }])(
  'an agent may have %j',
  (choices) => {
    expect(choiceFaults('agent', choices)).toEqual([])
  },
)

it.each([
  ['agent', '智能体', undefined],
  ['ai', '其他', undefined],
  ['ai', '智能体', 'category'],
] as const)('many products of %s may be given the category %s: %s', (catalogue, category, wrong) => {
  expect(categoryFault(catalogue, category)?.path).toBe(wrong)
})
