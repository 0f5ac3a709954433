import { expect, it } from 'vitest'
import { getProductPath } from './product-pages.ts'

it.each([
  ['智能客服', '/products/%E6%99%BA%E8%83%BD%E5%AE%A2%E6%9C%8D'],
  ['a/b', '/products/a%2Fb'],
  ['.', '/products/p1'],
  ['..', '/products/p1'],
  ['README.md', '/products/p1'],
  ['news.atom', '/products/p1'],
  ['甲\ud800', '/products/%E7%94%B2%EF%BF%BD'],
])('addresses %j as %s', (name, path) => {
  expect(getProductPath('agent', { id: 'p1', name })).toBe(path)
})
