import { expect, it } from 'vitest'
import { idList, matchPath } from './page-url.ts'
import { PAGES } from './paths.ts'

it.each(['dify', '智能客服（示例）', 'a/b', '100%', '%2F', 'C++ & C#?', '🚀', '名'.repeat(200)])(
  'returns the name %s that a URL was built from',
  (name) => {
    expect(matchPath('/products/:id', PAGES.product(name))).toEqual({ id: name })
  },
)

it.each([
  ['/products/%E0%A4', { id: '%E0%A4' }],
  ['/products/a/', { id: 'a' }],
  ['/products', undefined],
  ['/products/a/b', undefined],
  ['/78ai/a', undefined],
])('parses %s', (path, parameters) => {
  expect(matchPath('/products/:id', path)).toEqual(parameters)
})

it.each([
  ['plain ids', ['dify', 'delivery:private'], 'dify,delivery:private'],
  ['a comma', ['a,b', 'c'], 'a%2Cb,c'],
  ['a percent sign', ['100%', '%2C'], '100%25,%252C'],
])('formats and parses a list with %s', (_, ids, text) => {
  const list = idList(4)
  expect(list.format(ids)).toBe(text)
  expect(list.parse(text)).toEqual(ids)
})
