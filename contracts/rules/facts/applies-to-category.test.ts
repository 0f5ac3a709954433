import { expect, it } from 'vitest'
import { appliesToCategory } from './applies-to-category.ts'

it.each([
  ['an attribute of all categories', [], true],
  ['an attribute of the product’s category', ['编程', '客服'], true],
  ['an attribute of another category', ['编程'], false],
])('checks %s', (_, categories, isApplicable) => {
  expect(appliesToCategory({ categories }, '客服')).toBe(isApplicable)
})
