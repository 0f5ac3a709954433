import type { FailureReason } from '#contracts/errors.ts'
import { ACCOUNT_MESSAGES } from '#contracts/identity/messages.ts'
import { MESSAGES } from '#contracts/messages/general.ts'
import { AWAITED, type Awaited } from '#contracts/users/user.ts'
import type { LinkPurpose, Role, UserStatus } from '#contracts/vocabulary.ts'

/** What an administrator may do to an account. */
export type UserChange = { kind: 'status'; status: UserStatus } | { kind: 'role'; role: Role } | { kind: 'delete' }

type Target = { id: string; role: Role; status: UserStatus }

/** Whether a change ends someone's being an active super_admin, or their account's being of use. */
const takesAway = (change: UserChange, target: Target): boolean => {
  if (change.kind === 'status') return change.status !== 'active'
  if (change.kind === 'role') return target.role === 'super_admin' && change.role !== 'super_admin'
  return true
}

/**
 * Why a change may not be, or `undefined` where it may. Takes the ids of all active super_admins: one of them has to
 * stay, or nobody could ever mend it.
 */
export function changeRefusal(of: {
  change: UserChange
  actorId: string
  target: Target
  activeSuperAdmins: readonly string[]
}): string | undefined {
  const { change, actorId, target, activeSuperAdmins } = of
  if (!takesAway(change, target)) return undefined
  const isLast = activeSuperAdmins.length === 1 && activeSuperAdmins[0] === target.id
  if (isLast) return MESSAGES.lastSuperAdmin
  return target.id === actorId ? MESSAGES.notOnYourself : undefined
}

/** What a waiting user still has to do, by the purposes of their links; `null` where an administrator has to decide. */
export const awaitedOf = (status: UserStatus, purposes: readonly LinkPurpose[]): Awaited | null =>
  status === 'pending' ? (AWAITED.find((one) => purposes.includes(one)) ?? null) : null

export type SignInRefusal = { message: string; reason?: FailureReason }

/** Why a user whose password was right may still not sign in, or `undefined`. */
export function signInRefusal(status: UserStatus, purposes: readonly LinkPurpose[]): SignInRefusal | undefined {
  if (status === 'active') return undefined
  if (status === 'inactive') return { message: MESSAGES.accountInactive }
  const awaited = awaitedOf(status, purposes)
  if (awaited === 'email') return { message: ACCOUNT_MESSAGES.emailUnverified, reason: 'email-unverified' }
  return { message: awaited === 'invitation' ? ACCOUNT_MESSAGES.invitationOpen : MESSAGES.accountPending }
}
