import { expect, it } from 'vitest'
import { appliesToCategory } from './applies-to-category.ts'

it.each([
  { case: 'an attribute of all categories', categories: [], isApplicable: true },
  { case: 'an attribute of the product’s category', categories: ['编程', '客服'], isApplicable: true },
  { case: 'an attribute of another category', categories: ['编程'], isApplicable: false },
])('checks $case', ({ categories, isApplicable }) => {
  expect(appliesToCategory({ categories }, '客服')).toBe(isApplicable)
})
