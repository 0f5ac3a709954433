import { expect, it } from 'vitest'
import { canSpeakFor, type Member } from './policy.ts'

const MEMBER: Member = {
  email: 'Wang.Min@example.com',
  company: '',
  role: 'member',
  emailProvedAt: '2026-11-21T02:00:00.000Z',
}

it.each<[string, Partial<Member>, boolean]>([
  ['who has proved a contact address', {}, true],
  ['whose address differs in letter case alone', { email: 'wang.min@EXAMPLE.com' }, true],
  ['who has not proved the address', { emailProvedAt: null }, false],
  ['who has another address of the company', { email: 'li.na@example.com' }, false],
  ['who works here', { role: 'editor' }, false],
])('decides for a member %s', (_, part, expected) => {
  expect(canSpeakFor({ ...MEMBER, ...part }, { emails: ['', 'wang.min@example.com'] })).toBe(expected)
})

it('accepts no vendor of a product without contacts', () => {
  expect(canSpeakFor({ ...MEMBER, email: '' }, { emails: [''] })).toBe(false)
})
