import { expect, it } from 'vitest'
import { completeLink } from './complete-link.ts'

it.each([
  ['a host', ' www.example.com ', 'https://www.example.com'],
  ['a host with port, path and query', 'example.com:8080/a?b=1#c', 'https://example.com:8080/a?b=1#c'],
  ['a Chinese host', '例子.中国/产品', 'https://例子.中国/产品'],
  ['an email address', 'cio@example.com', 'mailto:cio@example.com'],
])('completes %s', (_, text, link) => {
  expect(completeLink(text)).toBe(link)
})

it.each([
  'https://example.com',
  '/products',
  '#top',
  'mailto:cio@example.com',
  'javascript:alert(1)',
  'data:text/html,x',
  '//example.com',
  '\\\\example.com',
  'readme',
  '1.5',
  '见 www.example.com',
  '',
])('leaves “%s” as it is', (text) => {
  expect(completeLink(text)).toBe(text)
})
