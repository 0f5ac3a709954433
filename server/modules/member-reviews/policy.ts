import type { ReviewStanding } from '#contracts/member-reviews/review.ts'
import { isVendorContact, isVendorRelated, type VendorFacts } from '#contracts/rules/reviews/vendor-relation.ts'
import type { Role } from '#contracts/vocabulary.ts'

/** What decides on what a member may do with reviews. */
export type Member = { email: string; company: string; role: Role; emailProvedAt: string | null }

/**
 * Returns what keeps somebody from reviewing. An address has to be proved as long as mail can be sent; where it can't,
 * nobody could prove one (docs/decisions/009), and the moderators are told.
 */
export function findObstacle({ role, emailProvedAt }: Member, canSendMail: boolean): ReviewStanding['obstacle'] {
  if (role !== 'member') return 'staff'
  return emailProvedAt === null && canSendMail ? 'address' : null
}

/** Returns whether somebody speaks for the vendor: by a contact address that is proved to be theirs, whatever mail does. */
export const canReplyAsVendor = ({ email, role, emailProvedAt }: Member, vendor: VendorFacts): boolean =>
  role === 'member' && emailProvedAt !== null && isVendorContact(email, vendor)

/** Returns whether somebody has to declare an interest in a product. */
export const mustDeclare = ({ email, company }: Pick<Member, 'email' | 'company'>, vendor: VendorFacts): boolean =>
  isVendorRelated({ email, company }, vendor)
