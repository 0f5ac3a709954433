import { expect, it } from 'vitest'
import { isDeclarationRequired, isVendorRepresentative, type Member } from './policy.ts'

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

it('requires a declaration of whoever is related to the vendor, even without a verified address', () => {
  const vendor = { emails: ['wang.min@paiban.cn'], company: '杭州排班科技有限公司', officialLink: '' }
  expect(isDeclarationRequired({ email: 'li.na@paiban.cn', company: '' }, vendor)).toBe(true)
  expect(isDeclarationRequired({ email: 'li.na@qq.com', company: '杭州排班科技有限公司' }, vendor)).toBe(true)
  expect(isDeclarationRequired({ email: 'cio@jituan.com.cn', company: '示例集团' }, vendor)).toBe(false)
})
