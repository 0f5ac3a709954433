import { MESSAGES } from '#contracts/messages/general.ts'
import type { Role, UserStatus } from '#contracts/vocabulary.ts'

/** A change of an account by an administrator. */
export type UserChange = { kind: 'status'; status: UserStatus } | { kind: 'role'; role: Role } | { kind: 'delete' }

type Target = { id: string; role: Role; status: UserStatus }

/** Returns whether a change disables or deletes an account, or demotes a super_admin. */
function reducesRights(change: UserChange, target: Target): boolean {
  if (change.kind === 'status') return change.status !== 'active'
  if (change.kind === 'role') return target.role === 'super_admin' && change.role !== 'super_admin'
  return true
}

type ChangeContext = { change: UserChange; actorId: string; target: Target; activeSuperAdminIds: readonly string[] }

/**
 * Returns why a change isn't allowed; `undefined` if it is. One active super_admin must remain, and nobody disables,
 * deletes or demotes their own account. The caller has checked the actor's permission to manage users.
 */
export function findRejectionReason({
  change,
  actorId,
  target,
  activeSuperAdminIds,
}: ChangeContext): string | undefined {
  if (!reducesRights(change, target)) return undefined
  const isLast = activeSuperAdminIds.length === 1 && activeSuperAdminIds[0] === target.id
  if (isLast) return MESSAGES.lastSuperAdmin
  return target.id === actorId ? MESSAGES.forbiddenOnOwnAccount : undefined
}
