/** Permissions of the back office by role (decisions §2). The server enforces them; the menus only mirror them. */
import { ROLES, type Role } from './vocabulary.ts'

/**
 * The sections of the back office. `uploads` covers avatars, attachments and other files; `branding` covers the logo and
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

/**
 * `contacts:read` allows seeing names, email addresses and phone numbers in submissions and leads; for event
 * registrations, `events:write` does. `evaluations:publish` allows publishing and unpublishing our evaluation on a product's
 * page.
 */
export type Permission = `${Area}:read` | `${Area}:write` | 'contacts:read' | 'evaluations:read' | 'evaluations:publish'

const readAccessTo = (areas: readonly Area[]): Permission[] => areas.map((area) => `${area}:read` as const)
const fullAccessTo = (areas: readonly Area[]): Permission[] =>
  areas.flatMap((area) => [`${area}:read`, `${area}:write`] as const)

const PERMISSIONS_BY_ROLE: Record<Role, ReadonlySet<Permission>> = {
  super_admin: new Set<Permission>([
    ...fullAccessTo(AREAS),
    'contacts:read',
    'evaluations:read',
    'evaluations:publish',
  ]),
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

/** Whoever reads or acts, as far as permissions go. */
export type Viewer = { role: Role }

/** Returns whether a viewer's role has a permission; `null`, a visitor who hasn't signed in, has none. */
export const can = (viewer: Viewer | null, permission: Permission): boolean =>
  viewer !== null && PERMISSIONS_BY_ROLE[viewer.role].has(permission)

/** Returns all permissions of a role, for menus. */
export const listPermissions = (role: Role): Permission[] => [...PERMISSIONS_BY_ROLE[role]]

/** Returns the roles that have a permission. */
export const listRolesWithPermission = (permission: Permission): Role[] =>
  ROLES.filter((role) => PERMISSIONS_BY_ROLE[role].has(permission))
