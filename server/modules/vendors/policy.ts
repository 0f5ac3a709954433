import { isVendorContact, isVendorRelated, type VendorProfile } from '#contracts/rules/reviews/vendor-relation.ts'
import type { Role } from '#contracts/vocabulary.ts'

/** The fields of a user that determine which vendor they represent. */
export type Member = { email: string; company: string; role: Role; emailProvedAt: string | null }

/** Returns whether a member represents a vendor: if their verified email is one of its contacts, even if mail is off. */
export const isVendorRepresentative = (
  { email, role, emailProvedAt }: Omit<Member, 'company'>,
  vendor: Pick<VendorProfile, 'emails'>,
): boolean => role === 'member' && emailProvedAt !== null && isVendorContact(email, vendor)

/** Returns whether a user must declare an interest in a product. */
export const isDeclarationRequired = (
  { email, company }: Pick<Member, 'email' | 'company'>,
  vendor: VendorProfile,
): boolean => isVendorRelated({ email, company }, vendor)
