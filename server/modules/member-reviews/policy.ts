import { MEMBER_REVIEW_MESSAGES as MESSAGES } from '#contracts/member-reviews/messages.ts'
import type { ReviewerEligibility } from '#contracts/member-reviews/review.ts'
import type { Member } from '#server/modules/vendors/service.ts'
import { conflict, notFound } from '#server/platform/app-error.ts'
import type { ReviewRow } from './store.ts'

/**
 * Returns the reason why a user may not write reviews; `null` if they may. While mail can be sent, their email address
 * must be verified; otherwise nobody could verify one (docs/decisions/009), and moderators see that it isn't.
 */
export function findIneligibilityReason(
  { role, emailVerifiedAt }: Pick<Member, 'role' | 'emailVerifiedAt'>,
  canSendMail: boolean,
): ReviewerEligibility['ineligibilityReason'] {
  if (role !== 'member') return 'staff'
  return canSendMail && emailVerifiedAt === null ? 'unverifiedEmail' : null
}

/** Throws `notFound` if the review isn't published, `conflict` if it already has a reply. */
export function assertCanReply({ publishedJson, replyText }: Pick<ReviewRow, 'publishedJson' | 'replyText'>): void {
  if (publishedJson === null) throw notFound(MESSAGES.notFound)
  if (replyText !== null) throw conflict(MESSAGES.replyExists)
}
