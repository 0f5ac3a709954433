import { describe, expect, it } from 'vitest'
import { INVITATION_STATUSES } from '#contracts/inquiries/statuses.ts'
import {
  canAnswer,
  canConfirmOpening,
  canOpen,
  canRead,
  canReadAnswers,
  isHandedIn,
  isToldOfChanges,
} from './policy.ts'

const DEADLINE = '2026-12-11T09:00:00.000Z'
const BEFORE = '2026-12-11T08:59:59.999Z'
const INQUIRY = {
  ownerId: 'owner',
  secondOpener: 'Colleague@buyer.example',
  status: 'open',
  deadline: DEADLINE,
} as const
const COLLEAGUE = { id: 'colleague', verifiedEmail: 'colleague@buyer.example', colleagueRole: undefined }

describe('reading an inquiry', () => {
  it.each([
    ['its owner', INQUIRY, { id: 'owner', verifiedEmail: null, colleagueRole: undefined }, true],
    ['the second opener, in any letter case', INQUIRY, COLLEAGUE, true],
    ['the second opener of a draft', { ...INQUIRY, status: 'draft' } as const, COLLEAGUE, false],
    [
      'the second opener before the address is verified',
      INQUIRY,
      { id: 'colleague', verifiedEmail: null, colleagueRole: undefined },
      false,
    ],
    ['a stranger', INQUIRY, { id: 'other', verifiedEmail: 'other@buyer.example', colleagueRole: undefined }, false],
    [
      'a stranger without an address, if nobody else opens',
      { ...INQUIRY, secondOpener: '' },
      { id: 'o', verifiedEmail: null, colleagueRole: undefined },
      false,
    ],
  ])('is decided for %s', (_, inquiry, member, isAllowed) => {
    expect(canRead(inquiry, member)).toBe(isAllowed)
  })
})

describe('opening an inquiry', () => {
  const MEMBER = { id: 'm', verifiedEmail: 'm@buyer.example', colleagueRole: undefined }
  it.each([
    ['its owner', { ...MEMBER, id: 'owner' }, true],
    ['a co-owner', { ...MEMBER, colleagueRole: 'coOwner' as const }, true],
    ['a secretary', { ...MEMBER, colleagueRole: 'secretary' as const }, false],
    ['a secretary who is the second opener', { ...COLLEAGUE, colleagueRole: 'secretary' as const }, true],
    ['the second opener', COLLEAGUE, true],
    ['a stranger', MEMBER, false],
  ])('is decided for %s', (_, member, isAllowed) => {
    expect(canConfirmOpening(INQUIRY, member)).toBe(isAllowed)
  })
})

describe('the deadline', () => {
  it('is the first moment at which nobody answers, and the first at which answers are opened', () => {
    expect([canAnswer(INQUIRY, BEFORE), canOpen(INQUIRY, BEFORE)]).toEqual([true, false])
    expect([canAnswer(INQUIRY, DEADLINE), canOpen(INQUIRY, DEADLINE)]).toEqual([false, true])
  })

  it('does not matter once the inquiry is opened, even to a node whose clock is behind', () => {
    const opened = { ...INQUIRY, status: 'opened' } as const
    expect([canAnswer(opened, BEFORE), canOpen(opened, DEADLINE)]).toEqual([false, false])
  })
})

it('shows answers only if they were opened and the key exists', () => {
  const opened = { openedAt: DEADLINE, keyEncrypted: 'key' }
  expect(canReadAnswers(opened)).toBe(true)
  expect(canReadAnswers({ ...opened, openedAt: null })).toBe(false)
  expect(canReadAnswers({ ...opened, keyEncrypted: null })).toBe(false)
})

it('counts what was handed in, unless the vendor refused or the invitation was revoked', () => {
  const counted = INVITATION_STATUSES.filter((status) => isHandedIn({ status, submittedAt: BEFORE }))
  expect(counted).not.toContain('declined')
  expect(counted).not.toContain('revoked')
  expect(counted).toContain('submitted')
  expect(isHandedIn({ status: 'submitted', submittedAt: null })).toBe(false)
})

it('tells only vendors of changes who got an invitation and have not refused', () => {
  expect(INVITATION_STATUSES.filter((status) => isToldOfChanges({ status }))).toEqual([
    'sent',
    'viewed',
    'answering',
    'submitted',
  ])
})
