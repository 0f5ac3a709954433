import { z } from 'zod'
import { OWN_PRODUCTS_MAX } from '#contracts/limits.ts'
import type { IdentityService } from '#server/modules/identity/service.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { isDeclarationRequired, isVendorRepresentative, type Member } from './policy.ts'
import { listProductsByContact, listProductVendors, listSubmissionContacts, type OwnProductRow } from './store.ts'
import type { VendorProfile } from './vendor-relation.ts'

export type { Member, VendorProfile }
export { isDeclarationRequired }
export type VendorService = ReturnType<typeof createVendorService>
/** The vendor of a product; `companyName` is empty if unknown. */
type Vendor = { productId: string; companyName: string }

const DetailsSchema = z.object({ officialLink: z.string().catch('') })

type Dependencies = { database: Database; accounts: Pick<IdentityService['accounts'], 'find'> }

/** Creates the service that determines who represents a product's vendor (docs/decisions/045). */
export function createVendorService({ database, accounts }: Dependencies) {
  /** Returns what is known about the vendors of products by product id: also the addresses that once submitted them. */
  async function listProfiles(db: Queryable, productIds: readonly string[]): Promise<Map<string, VendorProfile>> {
    const contacts = Map.groupBy(await listSubmissionContacts(db, productIds), ({ productId }) => productId)
    const products = await listProductVendors(db, productIds)
    return new Map(
      products.map(({ id, company, contactEmail, detailsJson }) => {
        const submitted = contacts.get(id) ?? []
        const profile: VendorProfile = {
          emails: [contactEmail, ...submitted.map(({ email }) => email)],
          company: company || (submitted[0]?.company ?? ''),
          officialLink: DetailsSchema.parse(detailsJson).officialLink,
        }
        return [id, profile]
      }),
    )
  }

  return {
    listProfiles,

    /** Returns the vendors of products with the addresses that represent them, by product id. */
    async listContacts(
      productIds: readonly string[],
      db: Queryable = database.read,
    ): Promise<Map<string, { name: string; emails: string[] }>> {
      const vendors = await listProductVendors(db, productIds)
      const profiles = await listProfiles(db, productIds)
      return new Map(
        vendors.map(({ id, contactEmail }) => {
          const name = profiles.get(id)?.company ?? ''
          return [id, { name, emails: contactEmail === '' ? [] : [contactEmail] }]
        }),
      )
    },

    /** Returns the vendor of a product that a member represents; `undefined` if they don't represent it. */
    async findRepresentedVendor(productId: string, memberId: string): Promise<Vendor | undefined> {
      const member = await accounts.find(database.read, memberId)
      const [product] = await listProductVendors(database.read, [productId])
      if (!member || !product || !isVendorRepresentative(member, { emails: [product.contactEmail] })) return undefined
      const profile = (await listProfiles(database.read, [productId])).get(productId)
      return { productId, companyName: profile?.company ?? '' }
    },

    /** Lists the products that a member represents, by name; none until their email address is verified. */
    async listRepresentedProducts(memberId: string): Promise<{ isEmailVerified: boolean; products: OwnProductRow[] }> {
      const member = await accounts.find(database.read, memberId)
      if (!member || !isVendorRepresentative(member, { emails: [member.email] }))
        return { isEmailVerified: false, products: [] }
      return {
        isEmailVerified: true,
        products: await listProductsByContact(database.read, member.email, OWN_PRODUCTS_MAX),
      }
    },
  }
}
