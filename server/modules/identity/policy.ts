import type { FailureReason } from '#contracts/errors.ts'
import { IDENTITY_MESSAGES } from '#contracts/identity/messages.ts'
import { MESSAGES } from '#contracts/messages/general.ts'
import { AWAITED, type Awaited } from '#contracts/users/user.ts'
import type { LinkPurpose, UserStatus } from '#contracts/vocabulary.ts'

/** What a waiting user still has to do, by the purposes of their links; `null` if an administrator has to decide. */
export const awaitedOf = (status: UserStatus, purposes: readonly LinkPurpose[]): Awaited | null =>
  status === 'pending' ? (AWAITED.find((one) => purposes.includes(one)) ?? null) : null

export type SignInRefusal = { message: string; reason?: FailureReason }

/** Why a user whose password was right may still not sign in, or `undefined`. */
export function signInRefusal(status: UserStatus, purposes: readonly LinkPurpose[]): SignInRefusal | undefined {
  if (status === 'active') return undefined
  if (status === 'inactive') return { message: MESSAGES.accountInactive }
  const awaited = awaitedOf(status, purposes)
  if (awaited === 'email') return { message: IDENTITY_MESSAGES.emailUnverified, reason: 'email-unverified' }
  return { message: awaited === 'invitation' ? IDENTITY_MESSAGES.invitationOpen : MESSAGES.accountPending }
}
