import { describe, expect, it } from 'vitest'
import { AREAS, can, listPermissions, type Permission } from './permissions.ts'
import { ROLES, type Role } from './vocabulary.ts'

const EDITED = ['content', 'events', 'products', 'qr-codes', 'branding', 'uploads'] as const
const REVIEWED = ['submissions', 'leads', 'reviews'] as const

describe('permissions', () => {
  it.each<[Role, readonly string[]]>([
    ['super_admin', AREAS],
    ['editor', EDITED],
    ['reviewer', REVIEWED],
    ['viewer', []],
    ['member', []],
  ])('%s changes nothing but its own areas', (role, areas) => {
    expect(AREAS.filter((area) => can({ role }, `${area}:write`))).toEqual(AREAS.filter((area) => areas.includes(area)))
  })

  it.each<[Role, readonly string[]]>([
    ['super_admin', AREAS],
    ['editor', ['dashboard', ...EDITED]],
    ['reviewer', ['dashboard', ...REVIEWED]],
    ['viewer', AREAS],
    ['member', []],
  ])('%s reads', (role, areas) => {
    expect(AREAS.filter((area) => can({ role }, `${area}:read`))).toEqual(AREAS.filter((area) => areas.includes(area)))
  })

  it('shows personal contact data to those who answer it, and not to a viewer', () => {
    expect(ROLES.filter((role) => can({ role }, 'contacts:read'))).toEqual(['super_admin', 'reviewer'])
  })

  it('lets super_admins and editors publish evaluations, and viewers look at what is published', () => {
    expect(ROLES.filter((role) => can({ role }, 'evaluations:publish'))).toEqual(['super_admin', 'editor'])
    expect(ROLES.filter((role) => can({ role }, 'evaluations:read'))).toEqual(['super_admin', 'editor', 'viewer'])
  })

  it('lists what it grants', () => {
    const all: Permission[] = listPermissions('super_admin')
    for (const role of ROLES)
      expect(listPermissions(role)).toEqual(all.filter((permission) => can({ role }, permission)))
  })
})
