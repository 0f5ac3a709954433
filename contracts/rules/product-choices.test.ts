import { describe, expect, it } from 'vitest'
import { findChoiceError, listChoiceErrors } from './product-choices.ts'

const STANDARD = { category: '对话机器人', price: '中端' }
const OTHER_CATEGORY = { ...STANDARD, category: '智能体' }
const OTHER_PRICE = { ...STANDARD, price: '面议' }
const NO_CHOICES = { category: '', price: '' }

describe('listChoiceErrors', () => {
  const listWrongChoices = (...input: Parameters<typeof listChoiceErrors>) =>
    listChoiceErrors(...input).map(({ path }) => path)

  it.each([
    { case: 'choices of the fixed sets', choices: STANDARD, wrong: [] },
    { case: 'no choices', choices: NO_CHOICES, wrong: ['category', 'price'] },
    { case: 'a category outside the fixed set', choices: OTHER_CATEGORY, wrong: ['category'] },
    { case: 'a price outside the fixed set', choices: OTHER_PRICE, wrong: ['price'] },
  ])('checks a new AI product with $case', ({ choices, wrong }) => {
    expect(listWrongChoices('ai', choices)).toEqual(wrong)
  })

  it.each([
    { case: 'the stored category', choices: OTHER_CATEGORY, stored: OTHER_CATEGORY, wrong: [] },
    { case: 'the stored price', choices: OTHER_PRICE, stored: OTHER_PRICE, wrong: [] },
    { case: 'another price than the stored one', choices: OTHER_PRICE, stored: STANDARD, wrong: ['price'] },
    { case: 'no choices, as stored', choices: NO_CHOICES, stored: NO_CHOICES, wrong: ['category', 'price'] },
    {
      case: 'a price that is stored as the category',
      choices: { ...STANDARD, price: '其他' },
      stored: { category: '其他', price: '免费' },
      wrong: ['price'],
    },
  ])('checks a stored AI product with $case', ({ choices, stored, wrong }) => {
    expect(listWrongChoices('ai', choices, stored)).toEqual(wrong)
  })

  it.each([
    { case: 'choices of the fixed sets', choices: STANDARD },
    { case: 'no choices', choices: NO_CHOICES },
    { case: 'other choices', choices: { category: '智能体', price: '面议' } },
  ])('allows an agent product to have $case', ({ choices }) => {
    expect(listWrongChoices('agent', choices)).toEqual([])
  })

  it('names the unknown choice', () => {
    const errors = listChoiceErrors('ai', { category: '智能体', price: '免费/付费' })
    expect(errors.map(({ message }) => message)).toEqual(['没有“智能体”这个类别', '没有“免费/付费”这个价格档位'])
  })
})

describe('findChoiceError', () => {
  it.each([
    { catalogue: 'agent', category: '智能体' },
    { catalogue: 'ai', category: '其他' },
  ] as const)('accepts $category in the catalogue $catalogue', ({ catalogue, category }) => {
    expect(findChoiceError(catalogue, 'category', category)).toBeUndefined()
  })

  it('rejects a category outside the fixed set of AI products', () => {
    expect(findChoiceError('ai', 'category', '智能体')?.path).toBe('category')
  })
})
