import { expect, it } from 'vitest'
import { findMemberRole } from './policy.ts'

it('tells what a member is to a shortlist', () => {
  const shortlist = { ownerId: 'owner' }
  expect(findMemberRole(shortlist, { id: 'owner', colleagueRole: undefined })).toBe('owner')
  expect(findMemberRole(shortlist, { id: 'other', colleagueRole: 'secretary' })).toBe('secretary')
  expect(findMemberRole(shortlist, { id: 'other', colleagueRole: undefined })).toBeUndefined()
  expect(findMemberRole(shortlist, { id: undefined, colleagueRole: undefined })).toBeUndefined()
})

it('gives nobody a role in a shortlist of a visitor', () => {
  expect(findMemberRole({ ownerId: null }, { id: undefined, colleagueRole: undefined })).toBeUndefined()
  expect(findMemberRole({ ownerId: null }, { id: 'other', colleagueRole: 'coOwner' })).toBeUndefined()
})
