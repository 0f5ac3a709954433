import { z } from 'zod'
import { OWN_PRODUCTS_MAX } from '#contracts/limits.ts'
import type { VendorMemberStatus } from '#contracts/vendors/organisation-roles.ts'
import type { IdentityService } from '#server/modules/identity/service.ts'
import { getCompanyDomain, getMailDomain } from '#server/platform/company-domain.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { isActing } from './organisations/policy.ts'
import {
  findDomainOwner,
  findOrganisation,
  listMembers,
  listMemberships,
  listOrganisationProducts,
  listProductMoves,
  listProductOrganisations,
} from './organisations/store.ts'
import {
  canRepresent,
  canSpeak,
  isDeclarationRequired,
  isOrganisationAddress,
  isPresentContact,
  type Member,
} from './policy.ts'
import { listProductsByContact, listProductVendors, listSubmissionContacts, type OwnProductRow } from './store.ts'
import type { VendorProfile } from './vendor-relation.ts'

export { createVendorOrganisationService, type VendorOrganisationService } from './organisations/service.ts'
export type { Member, VendorProfile }
export { isDeclarationRequired }
export type VendorService = ReturnType<typeof createVendorService>
/** The vendor of a product; `companyName` is empty if unknown. */
type Vendor = { productId: string; companyName: string }

const DetailsSchema = z.object({ officialLink: z.string().catch('') })

type Dependencies = { database: Database; accounts: Pick<IdentityService['accounts'], 'find' | 'findByEmail'> }

/** Creates the service that determines who represents a product's vendor (docs/decisions/118). */
export function createVendorService({ database, accounts }: Dependencies) {
  /** Returns where a user stands in the organisations of products, by product id. */
  async function listStandings(
    db: Queryable,
    user: { id: string; email: string },
    productIds: readonly string[],
  ): Promise<ReadonlyMap<string, VendorMemberStatus>> {
    const memberships = await listMemberships(db, user)
    if (memberships.length === 0) return new Map()
    const statuses = new Map(memberships.map(({ organisationId, status }) => [organisationId, status]))
    const organisations = await listProductOrganisations(db, productIds)
    return new Map(
      [...organisations].flatMap(([productId, organisationId]) => {
        const status = statuses.get(organisationId)
        return status ? [[productId, status] as const] : []
      }),
    )
  }

  /** Returns the addresses of the organisations' people, and those of whoever has left, by product id. */
  async function listPeople(db: Queryable, productIds: readonly string[]) {
    const organisations = await listProductOrganisations(db, productIds)
    const members = Map.groupBy(
      await listMembers(db, [...new Set(organisations.values())]),
      ({ organisationId }) => organisationId,
    )
    return new Map(
      [...organisations].map(([productId, organisationId]) => {
        const people = members.get(organisationId) ?? []
        const active = people.filter(isActing)
        return [
          productId,
          {
            active: active.flatMap(({ accountEmail }) => accountEmail ?? []),
            ended: people
              .filter(({ status }) => status === 'ended')
              .map(({ accountEmail, email }) => (accountEmail ?? email).toLowerCase()),
          },
        ] as const
      }),
    )
  }

  /**
   * Returns what is known about the vendors of products by product id: also the people of their organisations, and the
   * addresses that once submitted them.
   */
  async function listProfiles(db: Queryable, productIds: readonly string[]): Promise<Map<string, VendorProfile>> {
    const contacts = Map.groupBy(await listSubmissionContacts(db, productIds), ({ productId }) => productId)
    const people = await listPeople(db, productIds)
    const products = await listProductVendors(db, productIds)
    return new Map(
      products.map(({ id, company, contactEmail, detailsJson }) => {
        const submitted = contacts.get(id) ?? []
        const profile: VendorProfile = {
          emails: [contactEmail, ...(people.get(id)?.active ?? []), ...submitted.map(({ email }) => email)],
          company: company || (submitted[0]?.company ?? ''),
          officialLink: DetailsSchema.parse(detailsJson).officialLink,
        }
        return [id, profile]
      }),
    )
  }

  /** Returns the vendors of products with the addresses that represent them, by product id. */
  async function listContacts(
    productIds: readonly string[],
    db: Queryable = database.read,
  ): Promise<Map<string, { name: string; emails: string[] }>> {
    const vendors = await listProductVendors(db, productIds)
    const profiles = await listProfiles(db, productIds)
    const people = await listPeople(db, productIds)
    const moves = await listProductMoves(db, productIds)
    return new Map(
      vendors.map(({ id, contactEmail }) => {
        const name = profiles.get(id)?.company ?? ''
        const { active, ended } = people.get(id) ?? { active: [], ended: [] }
        const contact = contactEmail.toLowerCase()
        const formerContact = moves.get(id)?.formerContact ?? ''
        const hasContact = isPresentContact(contactEmail, { contactEmail, formerContact }) && !ended.includes(contact)
        const others = hasContact ? active.filter((email) => email.toLowerCase() !== contact) : active
        return [id, { name, emails: hasContact ? [contactEmail, ...others] : others }]
      }),
    )
  }

  const getFormerContact = async (db: Queryable, productId: string): Promise<string> =>
    (await listProductMoves(db, [productId])).get(productId)?.formerContact ?? ''

  return {
    listProfiles,
    listContacts,

    /** Lists the accounts that represent a product, to send mail to. */
    async listRepresentatives(
      db: Queryable,
      productId: string,
    ): Promise<{ id: string; name: string; email: string }[]> {
      const [product] = await listProductVendors(db, [productId])
      if (!product) return []
      const formerContact = await getFormerContact(db, productId)
      const representatives = new Map<string, { id: string; name: string; email: string }>()
      for (const address of (await listContacts([productId], db)).get(productId)?.emails ?? []) {
        const user = await accounts.findByEmail(db, address)
        if (user?.status !== 'active') continue
        const membership = (await listStandings(db, user, [productId])).get(productId)
        const { contactEmail } = product
        if (!canRepresent(user, { contactEmail, membership, formerContact })) continue
        representatives.set(user.id, { id: user.id, name: user.name, email: user.email })
      }
      return [...representatives.values()]
    },

    /** Returns the vendor of a product that a member represents; `undefined` if they don't represent it. */
    async findRepresentedVendor(productId: string, memberId: string): Promise<Vendor | undefined> {
      const member = await accounts.find(database.read, memberId)
      const [product] = await listProductVendors(database.read, [productId])
      if (!member || !product) return undefined
      const membership = (await listStandings(database.read, member, [productId])).get(productId)
      const { contactEmail } = product
      const formerContact = await getFormerContact(database.read, productId)
      if (!canRepresent(member, { contactEmail, membership, formerContact })) return undefined
      const profile = (await listProfiles(database.read, [productId])).get(productId)
      return { productId, companyName: profile?.company ?? '' }
    },

    /**
     * Returns the organisation for which a member answers what was sent to an address about a product: the product's, if
     * they are one of its people now and the address is one of its own.
     */
    async findAnsweringOrganisation(
      db: Queryable,
      { productId, email, sentAt }: { productId: string; email: string; sentAt: string },
      memberId: string,
    ): Promise<{ name: string } | undefined> {
      const organisationId = (await listProductOrganisations(db, [productId])).get(productId)
      if (organisationId === undefined) return undefined
      const members = await listMembers(db, [organisationId])
      if (!members.some((row) => row.userId === memberId && isActing(row))) return undefined
      const emails = (await listContacts([productId], db)).get(productId)?.emails ?? []
      const domainOwner = (await findDomainOwner(db, getCompanyDomain(getMailDomain(email))))?.id
      const move = (await listProductMoves(db, [productId])).get(productId)
      return isOrganisationAddress({ email, sentAt }, { id: organisationId, emails, domainOwner, move })
        ? findOrganisation(db, organisationId)
        : undefined
    },

    /** Lists the products that a member represents, by name; none until their email address is verified. */
    async listRepresentedProducts(memberId: string): Promise<{ isEmailVerified: boolean; products: OwnProductRow[] }> {
      const { read: db } = database
      const member = await accounts.find(db, memberId)
      if (!member || !canSpeak(member)) return { isEmailVerified: false, products: [] }
      const memberships = await listMemberships(db, member)
      const candidates = [
        ...(await listProductsByContact(db, member.email, OWN_PRODUCTS_MAX)),
        ...(await listOrganisationProducts(
          db,
          memberships.filter(({ status }) => status === 'active').map(({ organisationId }) => organisationId),
        )),
      ]
      const ids = candidates.map(({ id }) => id)
      const standings = await listStandings(db, member, ids)
      const moves = await listProductMoves(db, ids)
      const represented = new Map(
        candidates
          .filter(({ id, contactEmail }) => {
            const formerContact = moves.get(id)?.formerContact ?? ''
            return canRepresent(member, { contactEmail, membership: standings.get(id), formerContact })
          })
          .map(({ id, catalogue, name, isActive }): [string, OwnProductRow] => [id, { id, catalogue, name, isActive }]),
      )
      return {
        isEmailVerified: true,
        products: [...represented.values()]
          .sort((left, right) => (left.name < right.name ? -1 : 1))
          .slice(0, OWN_PRODUCTS_MAX),
      }
    },
  }
}
