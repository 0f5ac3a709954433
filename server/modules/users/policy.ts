import { MESSAGES } from '#contracts/messages/general.ts'
import type { Role, UserStatus } from '#contracts/vocabulary.ts'

/** A change of an account by an administrator. */
export type UserChange = { kind: 'status'; status: UserStatus } | { kind: 'role'; role: Role } | { kind: 'delete' }

type Target = { id: string; role: Role; status: UserStatus }

/** Returns whether a change disables or deletes an account, or demotes a super_admin. */
const isAccessRemoved = (change: UserChange, target: Target): boolean => {
  if (change.kind === 'status') return change.status !== 'active'
  if (change.kind === 'role') return target.role === 'super_admin' && change.role !== 'super_admin'
  return true
}

type ChangeContext = { change: UserChange; actorId: string; target: Target; activeSuperAdmins: readonly string[] }

/**
 * Returns why a change isn't allowed; `undefined` if it is. `activeSuperAdmins` are the ids of all active super_admins:
 * at least one must remain.
 */
export function findRejectionReason({ change, actorId, target, activeSuperAdmins }: ChangeContext): string | undefined {
  if (!isAccessRemoved(change, target)) return undefined
  const isLast = activeSuperAdmins.length === 1 && activeSuperAdmins[0] === target.id
  if (isLast) return MESSAGES.lastSuperAdmin
  return target.id === actorId ? MESSAGES.forbiddenOnOwnAccount : undefined
}
