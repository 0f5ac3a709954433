/** The permissions of the back office by role. The server enforces them; the UI only hides what isn't permitted. */
import { ROLES, type Role } from './vocabulary.ts'

/**
 * The areas of the back office. `uploads` covers avatars, attachments and other files; `branding` covers the logo and
 * the app download.
 */
export const AREAS = [
  'dashboard',
  'content',
  'events',
  'products',
  'qr-codes',
  'branding',
  'uploads',
  'submissions',
  'leads',
  'reviews',
  'analytics',
  'users',
  'mail',
  'settings',
  'audit',
] as const
type Area = (typeof AREAS)[number]

/**
 * Permissions that don't follow the pattern of an area. `contacts:read` is required to see names, email addresses and
 * phone numbers in submissions and leads; in event registrations they require `events:write` instead, since organizers
 * have to contact the attendees. `evaluations:read` is required to list the evaluations that are published on product
 * pages, `evaluations:publish` to publish and withdraw them.
 */
const SPECIAL_PERMISSIONS = ['contacts:read', 'evaluations:read', 'evaluations:publish'] as const

export type Permission = `${Area}:read` | `${Area}:write` | (typeof SPECIAL_PERMISSIONS)[number]

const listReadPermissions = (areas: readonly Area[]): Permission[] => areas.map((area) => `${area}:read` as const)
const listFullPermissions = (areas: readonly Area[]): Permission[] =>
  areas.flatMap((area) => [`${area}:read`, `${area}:write`] as const)

const PERMISSIONS_BY_ROLE: Record<Role, ReadonlySet<Permission>> = {
  super_admin: new Set<Permission>([...listFullPermissions(AREAS), ...SPECIAL_PERMISSIONS]),
  editor: new Set<Permission>([
    'dashboard:read',
    ...listFullPermissions(['content', 'events', 'products', 'qr-codes', 'branding', 'uploads']),
    'evaluations:read',
    'evaluations:publish',
  ]),
  reviewer: new Set<Permission>([
    'dashboard:read',
    ...listFullPermissions(['submissions', 'leads', 'reviews']),
    'contacts:read',
  ]),
  viewer: new Set<Permission>([...listReadPermissions(AREAS), 'evaluations:read']),
  member: new Set<Permission>(),
}

/** The user who makes a call, reduced to what permission checks need. */
export type Caller = { role: Role }

/** Returns whether a caller has a permission. `null` stands for an anonymous visitor, who has none. */
export const can = (caller: Caller | null, permission: Permission): boolean =>
  caller !== null && PERMISSIONS_BY_ROLE[caller.role].has(permission)

export const listPermissions = (role: Role): Permission[] => [...PERMISSIONS_BY_ROLE[role]]

export const listRolesWithPermission = (permission: Permission): Role[] =>
  ROLES.filter((role) => PERMISSIONS_BY_ROLE[role].has(permission))
