import { describe, expect, it } from 'vitest'
import { ROLES } from '#contracts/vocabulary.ts'
import { canCreate, canManage } from './policy.ts'

describe('canCreate', () => {
  it.each(ROLES)('lets a %s make keys for their own projects', (role) => {
    expect(canCreate(['own-projects:read', 'own-shortlists:write'], { id: 'a', role })).toBe(true)
  })

  it.each(ROLES)('lets only super admins make keys for the platform: %s', (role) => {
    expect(canCreate(['products:read'], { id: 'a', role })).toBe(role === 'super_admin')
  })
})

describe('canManage', () => {
  it.each([
    ['the owner of an own key', 'own', 'a', 'member', true],
    ['the owner of a platform key who is no longer a super admin', 'platform', 'a', 'viewer', true],
    ['another super admin, of a platform key', 'platform', 'b', 'super_admin', true],
    ['another super admin, of an own key', 'own', 'b', 'super_admin', false],
    ['an editor, of a platform key', 'platform', 'b', 'editor', false],
    ['another member', 'own', 'b', 'member', false],
  ] as const)('decides about %s', (_, kind, id, role, expected) => {
    expect(canManage({ ownerId: 'a', kind }, { id, role })).toBe(expected)
  })
})
