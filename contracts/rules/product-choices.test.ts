import { expect, it } from 'vitest'
import { aiChoiceFaults } from './ai-choices.ts'

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
])('%s', (_, choices, stored, wrong) => {
  expect(aiChoiceFaults(choices, stored).map(({ path }) => path)).toEqual(wrong)
})
