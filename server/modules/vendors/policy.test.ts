import { expect, it } from 'vitest'
import { isVendorRepresentative, type Member } from './policy.ts'

const MEMBER: Member = {
  email: 'Wang.Min@example.com',
  company: '',
  role: 'member',
  emailVerifiedAt: '2026-11-21T02:00:00.000Z',
}

it.each<[string, Partial<Member>, boolean]>([
  ['with the verified contact email address', {}, true],
  ['with the contact email address in another letter case', { email: 'wang.min@EXAMPLE.com' }, true],
  ['with the contact email address, not verified', { emailVerifiedAt: null }, false],
  ['with another email address of the company', { email: 'li.na@example.com' }, false],
  ['with a staff role', { role: 'editor' }, false],
])('decides whether a member represents a vendor: %s', (_, part, expected) => {
  expect(isVendorRepresentative({ ...MEMBER, ...part }, { emails: ['', 'wang.min@example.com'] })).toBe(expected)
})

it('recognizes nobody as the vendor of a product without contacts', () => {
  expect(isVendorRepresentative({ ...MEMBER, email: '' }, { emails: [''] })).toBe(false)
})
