/** Permissions of the back office by role (decisions §2). The server enforces them, the menus mirror them. */
import { ROLES, type Role } from './vocabulary.ts'

/** The parts of the back office. `uploads` are avatars, attachments and other files, `branding` logo and app download. */
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
 * `contacts:read` is to see the names, addresses and numbers of the people behind submissions and leads, `events:write`
 * those of the people who registered for an event; `evaluations:publish` is to put the platform's verdict on a product's
 * page and to take it off.
 */
export type Permission = `${Area}:read` | `${Area}:write` | 'contacts:read' | 'evaluations:read' | 'evaluations:publish'

const readPermissions = (areas: readonly Area[]): Permission[] => areas.map((area) => `${area}:read` as const)
const writePermissions = (areas: readonly Area[]): Permission[] =>
  areas.flatMap((area) => [`${area}:read`, `${area}:write`] as const)

const PERMISSIONS_BY_ROLE: Record<Role, ReadonlySet<Permission>> = {
  super_admin: new Set<Permission>([
    ...writePermissions(AREAS),
    'contacts:read',
    'evaluations:read',
    'evaluations:publish',
  ]),
  editor: new Set<Permission>([
    'dashboard:read',
    ...writePermissions(['content', 'events', 'products', 'qr-codes', 'branding', 'uploads']),
    'evaluations:read',
    'evaluations:publish',
  ]),
  reviewer: new Set<Permission>([
    'dashboard:read',
    ...writePermissions(['submissions', 'leads', 'reviews']),
    'contacts:read',
  ]),
  viewer: new Set<Permission>([...readPermissions(AREAS), 'evaluations:read']),
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
export const listRolesWith = (permission: Permission): Role[] =>
  ROLES.filter((role) => PERMISSIONS_BY_ROLE[role].has(permission))
