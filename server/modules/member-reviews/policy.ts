import type { ReviewerState } from '#contracts/member-reviews/review.ts'
import type { Member } from '#server/modules/vendors/service.ts'

/**
 * Returns why a user may not write reviews; `null` if they may. Their email must be verified as long as mail can
 * be sent; otherwise nobody could verify one (docs/decisions/009), and moderators see that it isn't.
 */
export function findObstacle(
  { role, emailProvedAt }: Pick<Member, 'role' | 'emailProvedAt'>,
  canSendMail: boolean,
): ReviewerState['obstacle'] {
  if (role !== 'member') return 'staff'
  return emailProvedAt === null && canSendMail ? 'address' : null
}
