import type { ReviewerEligibility } from '#contracts/member-reviews/review.ts'
import type { Member } from '#server/modules/vendors/service.ts'

/**
 * Returns the reason why a user may not write reviews; `null` if they may. Their email address must be verified, but
 * only while mail can be sent, since otherwise nobody could verify one (docs/decisions/009). Moderators see whether it
 * is verified.
 */
export function findIneligibilityReason(
  { role, emailVerifiedAt }: Pick<Member, 'role' | 'emailVerifiedAt'>,
  canSendMail: boolean,
): ReviewerEligibility['ineligibilityReason'] {
  if (role !== 'member') return 'staff'
  return emailVerifiedAt === null && canSendMail ? 'unverifiedEmail' : null
}
