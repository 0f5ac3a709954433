import { expect, it } from 'vitest'
import { isOwnShortlist } from './policy.ts'

it('gives a shortlist to its owner alone', () => {
  expect(isOwnShortlist({ ownerId: 'owner' }, 'owner')).toBe(true)
  expect(isOwnShortlist({ ownerId: 'owner' }, 'other')).toBe(false)
  expect(isOwnShortlist({ ownerId: null }, 'other')).toBe(false)
})

it('gives a visitor no shortlist as their own', () => {
  expect(isOwnShortlist({ ownerId: null }, undefined)).toBe(false)
})
