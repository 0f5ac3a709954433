/** Organisations of vendors: their people, the domains that they have proved, and the products that they are assigned. */
import type { Generated } from 'kysely'
import type { VendorMemberStatus, VendorRequestStatus, VendorRole } from '#contracts/vendors/organisation-roles.ts'

export type VendorTables = {
  vendorOrganisations: VendorOrganisationsTable
  vendorBelongings: VendorBelongingsTable
  vendorDomains: VendorDomainsTable
  vendorAssignments: VendorAssignmentsTable
  vendorMembers: VendorMembersTable
  vendorRequests: VendorRequestsTable
}

export type VendorOrganisationsTable = { id: string; name: string; createdAt: string }

/** A domain belongs to one organisation, and with it the products whose site is there and that aren't assigned to another. */
type VendorDomainsTable = { domain: string; organisationId: string; createdAt: string }

/** A product that staff assigned to an organisation, or that its contact brought with them. */
type VendorAssignmentsTable = { productId: string; organisationId: string; createdAt: string }

export type VendorMembersTable = {
  id: string
  organisationId: string
  /** The invited address, in lower case; that of the account once it has joined. */
  email: string
  /** Bound when the invitation is accepted. */
  userId: string | null
  role: VendorRole
  status: VendorMemberStatus
  /** When they were invited, joined or left. */
  statusAt: string
}

/** A request of a member to found an organisation that their address doesn't prove. */
export type VendorRequestsTable = {
  id: string
  userId: string
  name: string
  text: string
  status: VendorRequestStatus
  /** Why it was rejected. */
  reason: string
  createdAt: string
  decidedAt: string | null
}

/** The organisation to which a product belonged when that was last looked at; it may have been dissolved since. */
type VendorBelongingsTable = {
  productId: string
  organisationId: string
  /** When it came from another organisation; `null` if it didn't. */
  movedAt: Generated<string | null>
  /** Its contact at that time, in lower case; '' if it had none, or didn't come from another organisation. */
  formerContact: Generated<string>
}
