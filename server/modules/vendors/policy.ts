import type { VendorMemberStatus } from '#contracts/vendors/organisation-roles.ts'
import type { Role } from '#contracts/vocabulary.ts'
import type { ProductMove } from './organisations/store.ts'
import { isVendorContact, isVendorRelated, type VendorProfile } from './vendor-relation.ts'

/** The fields of a user that determine which vendor they represent. */
export type Member = { email: string; company: string; role: Role; emailVerifiedAt: string | null }

/** A product as far as it determines who speaks for it. */
type RepresentedProduct = {
  contactEmail: string
  /** Where the member stands in the organisation that the product belongs to; `undefined` without one. */
  membership: VendorMemberStatus | undefined
  /** The contact that the product had when it came from another organisation; '' if it didn't. */
  formerContact: string
}

/** An organisation with the addresses of a product that is its, who has proved the domain, and where the product came from. */
type AddressContext = {
  id: string
  emails: readonly string[]
  domainOwner: string | undefined
  move: ProductMove | undefined
}

/** Returns whether a user can speak for any vendor: a member, no staff, whose address is proved. */
export const canSpeak = ({ role, emailVerifiedAt }: Pick<Member, 'role' | 'emailVerifiedAt'>): boolean =>
  role === 'member' && emailVerifiedAt !== null

/**
 * Returns whether a user speaks for a product: as one of its organisation's people, or by the product's contact address. Who
 * left the organisation, or was removed, doesn't, even if the contact is still their address; nor does the contact from the
 * time when the product belonged to another organisation.
 */
export const canRepresent = (
  user: Omit<Member, 'company'>,
  { contactEmail, membership, formerContact }: RepresentedProduct,
): boolean =>
  canSpeak(user) &&
  membership !== 'ended' &&
  (membership === 'active' || isPresentContact(user.email, { contactEmail, formerContact }))

/** Returns whether an address is a product's contact, other than from the time when it belonged to another organisation. */
export const isPresentContact = (
  email: string,
  { contactEmail, formerContact }: Pick<RepresentedProduct, 'contactEmail' | 'formerContact'>,
): boolean => isVendorContact(email, { emails: [contactEmail] }) && email.toLowerCase() !== formerContact

/**
 * Returns whether an address is one of an organisation's: at a domain that it has proved, or, at a domain that nobody has, that
 * of its people or of a product's contact. What was sent to a reseller, or to an organisation that the product or one of the
 * people came from, is none of its business; so at a domain that nobody has, nothing is that was sent before the product came.
 */
export function isOrganisationAddress(
  { email, sentAt }: { email: string; sentAt: string },
  { id, emails, domainOwner, move }: AddressContext,
): boolean {
  if (domainOwner !== undefined) return domainOwner === id
  const wasBefore = move !== undefined && (move.movedAt === null || sentAt < move.movedAt)
  return !wasBefore && isVendorContact(email, { emails })
}

/** Returns whether a user is related to a product's vendor and must declare that interest. */
export const isDeclarationRequired = (
  { email, company }: Pick<Member, 'email' | 'company'>,
  vendor: VendorProfile,
): boolean => isVendorRelated({ email, company }, vendor)
