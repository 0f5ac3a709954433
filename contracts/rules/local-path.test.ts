import { expect, it } from 'vitest'
import { isLocalPath } from './local-path.ts'

it.each(['/', '/my/account', '/products?search=客服&page=2#top', '/admin/leads'])('accepts the path %s', (path) => {
  expect(isLocalPath(path)).toBe(true)
})

it.each([
  '',
  'my/account',
  'https://evil.example/',
  '//evil.example/',
  '/\\evil.example/',
  '\\\\evil.example',
  '/\t/evil.example',
  '/a/..//evil.example',
  'javascript:alert(1)',
  ' /my',
])('rejects "%s", which leads elsewhere', (path) => {
  expect(isLocalPath(path)).toBe(false)
})
