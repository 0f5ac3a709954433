import { isVendorContact, isVendorRelated, type VendorFacts } from '#contracts/rules/reviews/vendor-relation.ts'
import type { Role } from '#contracts/vocabulary.ts'

/** What decides on whom somebody speaks for. */
export type Member = { email: string; company: string; role: Role; emailProvedAt: string | null }

/** Returns whether a member speaks for a vendor: by a contact address that is proved to be theirs, whatever mail does. */
export const canSpeakFor = (
  { email, role, emailProvedAt }: Omit<Member, 'company'>,
  vendor: Pick<VendorFacts, 'emails'>,
): boolean => role === 'member' && emailProvedAt !== null && isVendorContact(email, vendor)

/** Returns whether somebody has to declare an interest in a product. */
export const isDeclarationRequired = (
  { email, company }: Pick<Member, 'email' | 'company'>,
  vendor: VendorFacts,
): boolean => isVendorRelated({ email, company }, vendor)
