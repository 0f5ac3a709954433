import { expect, it } from 'vitest'
import { createPathRouter } from './path-router.ts'

it('finds the path with parameters that a path matches, also with a slash at its end', () => {
  const router = createPathRouter()
  router.add('/products')
  router.add('/products/:id')
  expect(router.find('/products/a')).toBe('/products/:id')
  expect(router.find('/products/')).toBe('/products')
})

it('finds nothing for other paths', () => {
  const router = createPathRouter()
  router.add('/products/:id')
  expect(router.find('/products')).toBeUndefined()
})

it('finds paths that are added after a search, and paths that are added twice', () => {
  const router = createPathRouter()
  router.add('/leads')
  router.find('/leads')
  router.add('/products')
  router.add('/leads')
  expect(router.find('/products')).toBe('/products')
  expect(router.find('/leads')).toBe('/leads')
})
