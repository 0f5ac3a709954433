import { describe, expect, it } from 'vitest'
import { ROLES } from '#contracts/vocabulary.ts'
import {
  canHaveReviews,
  canMarkHelpful,
  canReply,
  findIneligibilityReason,
  isOwnReview,
  isPublishedOn,
} from './policy.ts'

const VERIFIED_AT = '2026-11-21T02:00:00.000Z'

describe('findIneligibilityReason', () => {
  it('lets members alone write reviews', () => {
    const eligible = ROLES.filter(
      (role) => findIneligibilityReason({ role, emailVerifiedAt: VERIFIED_AT }, true) === null,
    )
    expect(eligible).toEqual(['member'])
    expect(findIneligibilityReason({ role: 'editor', emailVerifiedAt: VERIFIED_AT }, true)).toBe('staff')
  })

  it('requires a verified address only while mail can be sent', () => {
    const unverified = { role: 'member', emailVerifiedAt: null } as const
    expect(findIneligibilityReason(unverified, true)).toBe('unverifiedEmail')
    expect(findIneligibilityReason(unverified, false)).toBeNull()
  })
})

describe('the rules about a review', () => {
  const PUBLISHED = { userId: 'author', productId: 'product', publishedJson: {}, replyText: null }

  it('shows a review on the page of its product once it is published', () => {
    expect(isPublishedOn(PUBLISHED, 'product')).toBe(true)
    expect(isPublishedOn(PUBLISHED, 'other')).toBe(false)
    expect(isPublishedOn({ ...PUBLISHED, publishedJson: null }, 'product')).toBe(false)
  })

  it('gives a review to its author alone, who can’t mark it as helpful', () => {
    expect(isOwnReview(PUBLISHED, 'author')).toBe(true)
    expect(isOwnReview(PUBLISHED, 'other')).toBe(false)
    expect(isOwnReview({ userId: null }, 'other')).toBe(false)
    expect(canMarkHelpful(PUBLISHED, 'author')).toBe(false)
    expect(canMarkHelpful(PUBLISHED, 'other')).toBe(true)
  })

  it('allows one reply', () => {
    expect(canReply(PUBLISHED)).toBe(true)
    expect(canReply({ replyText: '谢谢' })).toBe(false)
  })

  it('lets members alone have reviews', () => {
    expect(ROLES.filter((role) => canHaveReviews({ role }))).toEqual(['member'])
  })
})
