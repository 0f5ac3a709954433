import { isVendorContact, isVendorRelated, type VendorProfile } from '#contracts/rules/reviews/vendor-relation.ts'
import type { Role } from '#contracts/vocabulary.ts'

/** The fields of a user that determine which vendor they represent. */
export type Member = { email: string; company: string; role: Role; emailProvedAt: string | null }

/** Returns whether a member's verified email address is one of a vendor's contacts. */
export const isVendorRepresentative = (
  { email, role, emailProvedAt }: Omit<Member, 'company'>,
  vendor: Pick<VendorProfile, 'emails'>,
): boolean => role === 'member' && emailProvedAt !== null && isVendorContact(email, vendor)

/** Returns whether a user is related to a product's vendor and must declare that interest. */
export const isDeclarationRequired = (
  { email, company }: Pick<Member, 'email' | 'company'>,
  vendor: VendorProfile,
): boolean => isVendorRelated({ email, company }, vendor)
