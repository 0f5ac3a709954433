import { expect, it } from 'vitest'
import { canSeeProgress } from './policy.ts'

it('shows the progress of a submission for its contact’s email address, in any letter case', () => {
  expect(canSeeProgress({ contactEmail: 'Vendor@example.com' }, 'vendor@EXAMPLE.com')).toBe(true)
  expect(canSeeProgress({ contactEmail: 'vendor@example.com' }, 'other@example.com')).toBe(false)
})

it('shows nothing for an unknown receipt', () => {
  expect(canSeeProgress(undefined, 'vendor@example.com')).toBe(false)
})
