import type { FailureReason } from '#contracts/errors.ts'
import { IDENTITY_MESSAGES } from '#contracts/identity/messages.ts'
import { MESSAGES } from '#contracts/messages/general.ts'
import { PENDING_STEPS, type PendingStep } from '#contracts/users/user.ts'
import type { LinkPurpose, UserStatus } from '#contracts/vocabulary.ts'

/**
 * Returns what a pending user still has to do, by the purposes of their links; `null` if an administrator has to
 * decide.
 */
export const findPendingStep = (status: UserStatus, purposes: readonly LinkPurpose[]): PendingStep | null =>
  status === 'pending' ? (PENDING_STEPS.find((step) => purposes.includes(step)) ?? null) : null

export type SignInRefusal = { message: string; reason?: FailureReason }

/** Returns why a user with a correct password may still not sign in, or `undefined`. */
export function findSignInRefusal(status: UserStatus, purposes: readonly LinkPurpose[]): SignInRefusal | undefined {
  if (status === 'active') return undefined
  if (status === 'inactive') return { message: MESSAGES.accountInactive }
  const awaited = findPendingStep(status, purposes)
  if (awaited === 'email') return { message: IDENTITY_MESSAGES.emailUnverified, reason: 'email-unverified' }
  return { message: awaited === 'invitation' ? IDENTITY_MESSAGES.invitationOpen : MESSAGES.accountPending }
}
