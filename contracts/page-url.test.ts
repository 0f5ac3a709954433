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
  { path: '/products/%E0%A4', parameters: { id: '%E0%A4' } },
  { path: '/products/a/', parameters: { id: 'a' } },
  { path: '/products', parameters: undefined },
  { path: '/products/a/b', parameters: undefined },
  { path: '/78ai/a', parameters: undefined },
])('parses $path', ({ path, parameters }) => {
  expect(matchPath('/products/:id', path)).toEqual(parameters)
})

it.each([
  { case: 'plain ids', ids: ['dify', 'delivery:private'], text: 'dify,delivery:private' },
  { case: 'a comma', ids: ['a,b', 'c'], text: 'a%2Cb,c' },
  { case: 'a percent sign', ids: ['100%', '%2C'], text: '100%25,%252C' },
])('formats and parses a list with $case', ({ ids, text }) => {
  const list = idList(4)
  expect(list.format(ids)).toBe(text)
  expect(list.parse(text)).toEqual(ids)
})
