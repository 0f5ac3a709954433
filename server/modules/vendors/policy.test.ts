import { expect, it } from 'vitest'
import { canRepresent, isDeclarationRequired, isOrganisationAddress, type Member } from './policy.ts'

const MEMBER: Member = {
  email: 'Wang.Min@example.com',
  company: '',
  role: 'member',
  emailVerifiedAt: '2026-11-21T02:00:00.000Z',
}
const CONTACT = 'wang.min@example.com'
const AT = '2026-11-21T02:00:00.000Z'

it.each<[string, Partial<Member>, boolean]>([
  ['with the verified contact email address', {}, true],
  ['with the contact email address in another letter case', { email: 'wang.min@EXAMPLE.com' }, true],
  ['with the contact email address, not verified', { emailVerifiedAt: null }, false],
  ['with another email address of the company', { email: 'li.na@example.com' }, false],
  ['with a staff role', { role: 'editor' }, false],
])('decides whether a member represents a product without an organisation: %s', (_, part, expected) => {
  expect(
    canRepresent({ ...MEMBER, ...part }, { contactEmail: CONTACT, membership: undefined, formerContact: '' }),
  ).toBe(expected)
})

it.each([
  ['of its organisation, with any verified address', { email: 'li@qq.com' }, 'active', true],
  ['of its organisation, not verified', { email: 'li@qq.com', emailVerifiedAt: null }, 'active', false],
  ['of its organisation who works here', { email: 'li@qq.com', role: 'editor' }, 'active', false],
  ['only invited', { email: 'li@qq.com' }, 'invited', false],
  ['only invited, who is the contact', {}, 'invited', true],
  ['who has left', { email: 'li@qq.com' }, 'ended', false],
  ['who has left, and is still the contact', {}, 'ended', false],
] as const)(
  'decides whether a member represents the product of an organisation: %s',
  (_, part, membership, expected) => {
    expect(canRepresent({ ...MEMBER, ...part }, { contactEmail: CONTACT, membership, formerContact: '' })).toBe(
      expected,
    )
  },
)

it.each([
  ['an address of its people', 'li@qq.com', undefined, true],
  ['an address at its domain', 'sales@paiban.cn', 'own', true],
  ["a reseller's address", 'offer@reseller.cn', undefined, false],
  ['another address of a mail host that its people use', 'wang@qq.com', undefined, false],
  ['one of its people, at the domain of another organisation', 'li@qq.com', 'other', false],
])('decides whether what was sent to %s is for an organisation', (_, email, domainOwner, expected) => {
  const organisation = { id: 'own', emails: ['li@qq.com'], domainOwner, move: undefined }
  expect(isOrganisationAddress({ email, sentAt: AT }, organisation)).toBe(expected)
})

it.each([
  ['one of its people before the product came', 'li@qq.com', undefined, '2026-11-22T00:00:00.000Z', false],
  ['one of its people after the product came', 'li@qq.com', undefined, AT, true],
  ['one of its people about a product that has just come', 'li@qq.com', undefined, null, false],
  ['an address at its domain before the product came', 'sales@paiban.cn', 'own', null, true],
])('decides whether what was sent to %s is for an organisation', (_, email, domainOwner, movedAt, expected) => {
  const move = { movedAt, formerContact: '' }
  const organisation = { id: 'own', emails: ['li@qq.com'], domainOwner, move }
  expect(isOrganisationAddress({ email, sentAt: AT }, organisation)).toBe(expected)
})

it.each([
  ['the contact from before', undefined, false],
  ['the contact from before, who has joined', 'active', true],
] as const)(
  'decides whether %s represents a product that came from another organisation',
  (_, membership, expected) => {
    expect(canRepresent(MEMBER, { contactEmail: CONTACT, membership, formerContact: CONTACT })).toBe(expected)
    const changed = { contactEmail: CONTACT, membership, formerContact: 'before@paiban.cn' }
    expect(canRepresent(MEMBER, changed)).toBe(true)
  },
)

it('recognizes nobody as the vendor of a product without contacts', () => {
  expect(canRepresent({ ...MEMBER, email: '' }, { contactEmail: '', membership: undefined, formerContact: '' })).toBe(
    false,
  )
})

it('requires a declaration of whoever is related to the vendor, even without a verified address', () => {
  const vendor = { emails: ['wang.min@paiban.cn'], company: '杭州排班科技有限公司', officialLink: '' }
  expect(isDeclarationRequired({ email: 'li.na@paiban.cn', company: '' }, vendor)).toBe(true)
  expect(isDeclarationRequired({ email: 'li.na@qq.com', company: '杭州排班科技有限公司' }, vendor)).toBe(true)
  expect(isDeclarationRequired({ email: 'cio@jituan.com.cn', company: '示例集团' }, vendor)).toBe(false)
})
