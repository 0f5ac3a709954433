import { isVendorContact, isVendorRelated, type VendorFacts } from '#contracts/rules/reviews/vendor-relation.ts'
import type { Role } from '#contracts/vocabulary.ts'

/** The data of a user that determine which vendor they represent. */
export type Member = { email: string; company: string; role: Role; emailProvedAt: string | null }

/** Returns whether a member represents a vendor: by a contact email that is verified, even if mail is off. */
export const canSpeakFor = (
  { email, role, emailProvedAt }: Omit<Member, 'company'>,
  vendor: Pick<VendorFacts, 'emails'>,
): boolean => role === 'member' && emailProvedAt !== null && isVendorContact(email, vendor)

/** Returns whether a user must declare an interest in a product. */
export const isDeclarationRequired = (
  { email, company }: Pick<Member, 'email' | 'company'>,
  vendor: VendorFacts,
): boolean => isVendorRelated({ email, company }, vendor)
