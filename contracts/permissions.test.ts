import { describe, expect, it } from 'vitest'
import { AREAS, can, listPermissions, listRolesWithPermission, type Permission } from './permissions.ts'
import { ROLES, type Role } from './vocabulary.ts'

const EDITOR_AREAS = ['content', 'events', 'products', 'qr-codes', 'branding', 'uploads'] as const
const REVIEWED = ['submissions', 'leads', 'reviews'] as const

describe('permissions', () => {
  it.each<{ role: Role; areas: readonly string[] }>([
    { role: 'super_admin', areas: AREAS },
    { role: 'editor', areas: EDITOR_AREAS },
    { role: 'reviewer', areas: REVIEWED },
    { role: 'viewer', areas: [] },
    { role: 'member', areas: [] },
  ])('$role can only write its own areas', ({ role, areas }) => {
    expect(AREAS.filter((area) => can({ role }, `${area}:write`))).toEqual(AREAS.filter((area) => areas.includes(area)))
  })

  it.each<{ role: Role; areas: readonly string[] }>([
    { role: 'super_admin', areas: AREAS },
    { role: 'editor', areas: ['dashboard', ...EDITOR_AREAS] },
    { role: 'reviewer', areas: ['dashboard', ...REVIEWED] },
    { role: 'viewer', areas: AREAS },
    { role: 'member', areas: [] },
  ])('$role can only read its own areas', ({ role, areas }) => {
    expect(AREAS.filter((area) => can({ role }, `${area}:read`))).toEqual(AREAS.filter((area) => areas.includes(area)))
  })

  it('shows contact data to the roles that need it, but not to viewers', () => {
    expect(ROLES.filter((role) => can({ role }, 'contacts:read'))).toEqual(['super_admin', 'reviewer'])
  })

  it('lets super admins and editors publish evaluations, and viewers read them', () => {
    expect(ROLES.filter((role) => can({ role }, 'evaluations:publish'))).toEqual(['super_admin', 'editor'])
    expect(ROLES.filter((role) => can({ role }, 'evaluations:read'))).toEqual(['super_admin', 'editor', 'viewer'])
  })

  it('lists exactly the permissions that a role has', () => {
    const all: Permission[] = listPermissions('super_admin')
    expect(all).toHaveLength(2 * AREAS.length + 3)
    for (const role of ROLES)
      expect(listPermissions(role)).toEqual(all.filter((permission) => can({ role }, permission)))
  })

  it('lists the roles that have a permission', () => {
    expect(listRolesWithPermission('contacts:read')).toEqual(['super_admin', 'reviewer'])
    expect(listRolesWithPermission('users:write')).toEqual(['super_admin'])
  })

  it('gives anonymous visitors none', () => {
    expect(listPermissions('super_admin').filter((permission) => can(null, permission))).toEqual([])
  })
})
