import type { Role } from '#contracts/vocabulary.ts'
import { isVendorContact, isVendorRelated, type VendorProfile } from './vendor-relation.ts'

/** The fields of a user that determine which vendor they represent. */
export type Member = { email: string; company: string; role: Role; emailVerifiedAt: string | null }

/** Returns whether a member's verified email address is one of a vendor's contacts. */
export const isVendorRepresentative = (
  { email, role, emailVerifiedAt }: Omit<Member, 'company'>,
  vendor: Pick<VendorProfile, 'emails'>,
): boolean => role === 'member' && emailVerifiedAt !== null && isVendorContact(email, vendor)

/** Returns whether a user is related to a product's vendor and must declare that interest. */
export const isDeclarationRequired = (
  { email, company }: Pick<Member, 'email' | 'company'>,
  vendor: VendorProfile,
): boolean => isVendorRelated({ email, company }, vendor)
