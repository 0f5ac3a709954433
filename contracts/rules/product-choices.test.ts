import { expect, it } from 'vitest'
import { findCategoryError, listChoiceErrors } from './product-choices.ts'

const standardChoices = { category: '对话机器人', price: '中端' }

it.each([
  ['both choices of the fixed sets', standardChoices, undefined, []],
  ['no choices', { category: '', price: '' }, undefined, ['category', 'price']],
  ['no choices, as stored', { category: '', price: '' }, { category: '', price: '' }, ['category', 'price']],
  ['a category outside the fixed set', { ...standardChoices, category: '智能体' }, undefined, ['category']],
  ['its stored category', { ...standardChoices, category: '智能体' }, { ...standardChoices, category: '智能体' }, []],
  ['a price outside the fixed set', { ...standardChoices, price: '面议' }, standardChoices, ['price']],
  ['its stored price', { ...standardChoices, price: '面议' }, { ...standardChoices, price: '面议' }, []],
  [
    'a price stored as the category',
    { ...standardChoices, price: '其他' },
    { category: '其他', price: '免费' },
    ['price'],
  ],
])('validates an AI product with %s', (_, choices, stored, wrong) => {
  expect(listChoiceErrors('ai', choices, stored).map(({ path }) => path)).toEqual(wrong)
})

it('names the unknown choice', () => {
  const errors = listChoiceErrors('ai', { category: '智能体', price: '免费/付费' })
  expect(errors.map(({ message }) => message)).toEqual(['没有“智能体”这个类别', '没有“免费/付费”这个价格档位'])
})

it.each([
  ['choices of the fixed sets', standardChoices],
  ['no choices', { category: '', price: '' }],
  ['other choices', { category: '智能体', price: '面议' }],
])('allows an agent product to have %s', (_, choices) => {
  expect(listChoiceErrors('agent', choices)).toEqual([])
})

it.each([
  ['agent', '智能体', undefined],
  ['ai', '其他', undefined],
  ['ai', '智能体', 'category'],
] as const)('given the catalogue %s, checks the category %s: %s', (catalogue, category, wrong) => {
  expect(findCategoryError(catalogue, category)?.path).toBe(wrong)
})
