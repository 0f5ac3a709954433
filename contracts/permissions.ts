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
export type Area = (typeof AREAS)[number]

const PERMISSIONS_WITHOUT_AREA = ['contacts:read', 'evaluations:read', 'evaluations:publish'] as const

/**
 * `contacts:read` allows seeing names, email addresses and phone numbers in submissions and leads. Those of event
 * registrations need `events:write`, since the organizers of an event have to reach its guests. `evaluations:read`
 * allows seeing the evaluations published on products' pages, `evaluations:publish` publishing and withdrawing them.
 */
export type Permission = `${Area}:read` | `${Area}:write` | (typeof PERMISSIONS_WITHOUT_AREA)[number]

const readAccessTo = (areas: readonly Area[]): Permission[] => areas.map((area) => `${area}:read` as const)
const fullAccessTo = (areas: readonly Area[]): Permission[] =>
  areas.flatMap((area) => [`${area}:read`, `${area}:write`] as const)

const PERMISSIONS_BY_ROLE: Record<Role, ReadonlySet<Permission>> = {
  super_admin: new Set<Permission>([...fullAccessTo(AREAS), ...PERMISSIONS_WITHOUT_AREA]),
  editor: new Set<Permission>([
    'dashboard:read',
    ...fullAccessTo(['content', 'events', 'products', 'qr-codes', 'branding', 'uploads']),
    'evaluations:read',
    'evaluations:publish',
  ]),
  reviewer: new Set<Permission>([
    'dashboard:read',
    ...fullAccessTo(['submissions', 'leads', 'reviews']),
    'contacts:read',
  ]),
  viewer: new Set<Permission>([...readAccessTo(AREAS), 'evaluations:read']),
  member: new Set<Permission>(),
}

/** The part of a user that permission checks need. */
export type Caller = { role: Role }

/** Returns whether a caller's role has a permission; `false` for `null`, a visitor who hasn't signed in. */
export const can = (caller: Caller | null, permission: Permission): boolean =>
  caller !== null && PERMISSIONS_BY_ROLE[caller.role].has(permission)

export const listPermissions = (role: Role): Permission[] => [...PERMISSIONS_BY_ROLE[role]]

export const listRolesWithPermission = (permission: Permission): Role[] =>
  ROLES.filter((role) => PERMISSIONS_BY_ROLE[role].has(permission))
