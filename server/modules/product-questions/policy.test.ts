import { expect, it } from 'vitest'
import { canChange, canPost, hasUsableAddress, isOwnPost, isShownQuestion } from './policy.ts'

const QUESTION = { productId: 'p', questionId: null, status: 'published' } as const

it.each([
  ['a published question of the product', QUESTION, true],
  ['an answer', { ...QUESTION, questionId: 'q' }, false],
  ['a question of another product', { ...QUESTION, productId: 'other' }, false],
  ['a pending question', { ...QUESTION, status: 'pending' as const }, false],
  ['a rejected question', { ...QUESTION, status: 'rejected' as const }, false],
])('says whether %s can be answered', (_, post, expected) => {
  expect(isShownQuestion(post, 'p')).toBe(expected)
})

it('lets members post, and no staff', () => {
  expect({ member: canPost({ role: 'member' }), editor: canPost({ role: 'editor' }) }).toEqual({
    member: true,
    editor: false,
  })
})

it('requires a verified address while mail can be sent', () => {
  const verified = { emailVerifiedAt: '2026-11-01T00:00:00.000Z' }
  const unverified = { emailVerifiedAt: null }
  expect({
    verified: hasUsableAddress(verified, true),
    unverified: hasUsableAddress(unverified, true),
    withoutMail: hasUsableAddress(unverified, false),
  }).toEqual({ verified: true, unverified: false, withoutMail: true })
})

it('lets authors alone change a post, until it is published', () => {
  expect({
    own: isOwnPost({ userId: 'a' }, 'a'),
    others: isOwnPost({ userId: 'b' }, 'a'),
    deleted: isOwnPost({ userId: null }, 'a'),
    pending: canChange({ status: 'pending' }),
    published: canChange({ status: 'published' }),
  }).toEqual({ own: true, others: false, deleted: false, pending: true, published: false })
})
