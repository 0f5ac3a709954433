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

/** What a key for programs may do with its owner's own projects, shortlists and inquiries. */
export const MEMBER_SCOPES = [
  'own-projects:read',
  'own-projects:write',
  'own-shortlists:read',
  'own-shortlists:write',
  'own-inquiries:read',
] as const
export type MemberScope = (typeof MEMBER_SCOPES)[number]
/** What a key for programs may do. */
export type KeyScope = Permission | MemberScope

/** The user who makes a call, reduced to what permission checks need. */
export type Caller = {
  role: Role
  /** What the key that they call by may do; absent for a person. */
  scopes?: readonly KeyScope[] | undefined
}

/** Returns whether a person calls, or a program whose key has a scope. */
export const hasScope = ({ scopes }: Pick<Caller, 'scopes'>, scope: KeyScope): boolean =>
  scopes === undefined || scopes.includes(scope)

/**
 * Returns whether a caller has a permission; by a key, its owner and the key must both have it. `null` stands for an
 * anonymous visitor, who has none.
 */
export const can = (caller: Caller | null, permission: Permission): boolean =>
  caller !== null && PERMISSIONS_BY_ROLE[caller.role].has(permission) && hasScope(caller, permission)

export const listPermissions = (role: Role): Permission[] => [...PERMISSIONS_BY_ROLE[role]]

export const listRolesWithPermission = (permission: Permission): Role[] =>
  ROLES.filter((role) => PERMISSIONS_BY_ROLE[role].has(permission))
