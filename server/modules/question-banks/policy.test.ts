import { describe, expect, it } from 'vitest'
import { canCopy, canReadVersion, isOwnBank, isPublicBank } from './policy.ts'

const OWN = { ownerId: 'a', publishedVersion: null }
const PUBLISHED = { ownerId: null, publishedVersion: 2 }
const DRAFT = { ownerId: null, publishedVersion: null }

describe('a question bank', () => {
  it.each([
    ['their own', OWN, 'a', true],
    ['somebody else’s', OWN, 'b', false],
    ['a published one of the platform', PUBLISHED, 'b', true],
    ['an unpublished one of the platform', DRAFT, 'b', false],
    ['one that doesn’t exist', undefined, 'b', false],
  ])('gives a member copies of %s: %o, %s, %s', (_name, bank, userId, expected) => {
    expect(canCopy(bank, userId)).toBe(expected)
  })

  it('is public only if it is published and the platform’s', () => {
    expect([OWN, PUBLISHED, DRAFT, { ...OWN, publishedVersion: 1 }, undefined].map(isPublicBank)).toEqual([
      false,
      true,
      false,
      false,
      false,
    ])
  })

  it('is managed by its owner, or by staff if nobody owns it', () => {
    expect(isOwnBank(OWN, 'a')).toBe(true)
    expect(isOwnBank(OWN, null)).toBe(false)
    expect(isOwnBank(DRAFT, null)).toBe(true)
    expect(isOwnBank(undefined, null)).toBe(false)
  })

  it('shows only the versions that were published, unless it is a member’s', () => {
    expect(canReadVersion(PUBLISHED, { publishedAt: null })).toBe(false)
    expect(canReadVersion(PUBLISHED, { publishedAt: '2026-11-30T00:00:00.000Z' })).toBe(true)
    expect(canReadVersion(OWN, { publishedAt: null })).toBe(true)
  })
})
