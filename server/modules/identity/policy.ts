import type { FailureReason } from '#contracts/errors.ts'
import { IDENTITY_MESSAGES } from '#contracts/identity/messages.ts'
import { MESSAGES } from '#contracts/messages/general.ts'
import { PENDING_STEPS, type PendingStep } from '#contracts/users/user.ts'
import type { LinkPurpose, UserStatus } from '#contracts/vocabulary.ts'

/**
 * Returns the step that a pending user still has to complete, from the purposes of their links; `null` if an
 * administrator has to decide.
 */
export const getPendingStep = (status: UserStatus, purposes: readonly LinkPurpose[]): PendingStep | null =>
  status === 'pending' ? (PENDING_STEPS.find((step) => purposes.includes(step)) ?? null) : null

type SignInRejection = { message: string; reason?: FailureReason }

/** Returns the reason why a user may not sign in despite a correct password; `undefined` if they may. */
export function findSignInRejection(status: UserStatus, purposes: readonly LinkPurpose[]): SignInRejection | undefined {
  if (status === 'active') return undefined
  if (status === 'inactive') return { message: MESSAGES.accountInactive }
  const pendingStep = getPendingStep(status, purposes)
  if (pendingStep === 'email') return { message: IDENTITY_MESSAGES.emailUnverified, reason: 'email-not-verified' }
  return { message: pendingStep === 'invitation' ? IDENTITY_MESSAGES.invitationPending : MESSAGES.accountPending }
}
