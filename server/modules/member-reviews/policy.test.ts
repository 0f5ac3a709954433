import { describe, expect, it } from 'vitest'
import { MEMBER_REVIEW_MESSAGES as MESSAGES } from '#contracts/member-reviews/messages.ts'
import { ROLES } from '#contracts/vocabulary.ts'
import { assertCanReply, findIneligibilityReason } from './policy.ts'

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

describe('assertCanReply', () => {
  it('rejects replies to reviews that are not published or have one', () => {
    const published = { publishedJson: {}, replyText: null }
    expect(() => assertCanReply(published)).not.toThrow()
    expect(() => assertCanReply({ publishedJson: null, replyText: null })).toThrow(MESSAGES.notFound)
    expect(() => assertCanReply({ publishedJson: {}, replyText: '谢谢' })).toThrow(MESSAGES.replyExists)
  })
})
