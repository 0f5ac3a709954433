import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { canDeferHydration } from './deferred-hydration.ts'

beforeEach(() => {
  const top = { parent: {} }
  top.parent = top
  vi.stubGlobal('window', top)
  vi.stubGlobal('localStorage', {})
  vi.stubGlobal('sessionStorage', {})
})
afterEach(() => {
  vi.unstubAllGlobals()
})

it.each([
  { case: 'a product', name: 'product', search: '', isDeferred: true },
  { case: 'a tab that the server renders', name: 'product', search: '?tab=specs', isDeferred: true },
  { case: 'a tab that does not exist', name: 'aiProduct', search: '?tab=none', isDeferred: true },
  { case: 'questions, which only the script loads', name: 'product', search: '?tab=questions', isDeferred: false },
  { case: 'those of the other catalogue', name: 'aiProduct', search: '?tab=questions', isDeferred: false },
  { case: 'a page for members', name: 'following', search: '', isDeferred: false },
] as const)('waits for an interaction: $case', ({ name, search, isDeferred }) => {
  vi.stubGlobal('location', { search })
  expect(canDeferHydration(name)).toBe(isDeferred)
})
