import type { ReviewStanding } from '#contracts/member-reviews/review.ts'
import type { Member } from '#server/modules/vendors/service.ts'

/**
 * Returns what keeps somebody from reviewing. An address has to be proved as long as mail can be sent; where it can't,
 * nobody could prove one (docs/decisions/009), and the moderators are told.
 */
export function findObstacle(
  { role, emailProvedAt }: Pick<Member, 'role' | 'emailProvedAt'>,
  canSendMail: boolean,
): ReviewStanding['obstacle'] {
  if (role !== 'member') return 'staff'
  return emailProvedAt === null && canSendMail ? 'address' : null
}
