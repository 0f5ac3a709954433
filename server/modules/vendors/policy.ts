import type { VendorMemberStatus } from '#contracts/vendors/organisation-roles.ts'
import type { Role } from '#contracts/vocabulary.ts'
import { isVendorContact, isVendorRelated, type VendorProfile } from './vendor-relation.ts'

/** The fields of a user that determine which vendor they represent. */
export type Member = { email: string; company: string; role: Role; emailVerifiedAt: string | null }

/** A product as far as it determines who speaks for it. */
type RepresentedProduct = {
  contactEmail: string
  /** Where the member stands in the organisation that the product belongs to; `undefined` without one. */
  membership: VendorMemberStatus | undefined
}

/** Returns whether a user can speak for any vendor: a member, no staff, whose address is proved. */
export const canSpeak = ({ role, emailVerifiedAt }: Pick<Member, 'role' | 'emailVerifiedAt'>): boolean =>
  role === 'member' && emailVerifiedAt !== null

/**
 * Returns whether a user speaks for a product: as one of its organisation's people, or by the product's contact address. Who
 * left the organisation, or was removed, doesn't, even if the contact is still their address.
 */
export const canRepresent = (
  user: Omit<Member, 'company'>,
  { contactEmail, membership }: RepresentedProduct,
): boolean =>
  canSpeak(user) &&
  membership !== 'ended' &&
  (membership === 'active' || isVendorContact(user.email, { emails: [contactEmail] }))

/**
 * Returns whether an address is one of an organisation's: at a domain that it has proved, or, at a domain that nobody has, that
 * of its people or of a product's contact. What was sent to a reseller, or to an organisation that the product or one of the
 * people came from, is none of its business.
 */
export const isOrganisationAddress = (
  email: string,
  { id, emails, domainOwner }: { id: string; emails: readonly string[]; domainOwner: string | undefined },
): boolean => (domainOwner === undefined ? isVendorContact(email, { emails }) : domainOwner === id)

/** Returns whether a user is related to a product's vendor and must declare that interest. */
export const isDeclarationRequired = (
  { email, company }: Pick<Member, 'email' | 'company'>,
  vendor: VendorProfile,
): boolean => isVendorRelated({ email, company }, vendor)
