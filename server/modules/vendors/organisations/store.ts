/** Organisations of vendors, with their people, domains and products. */
import type { ExpressionBuilder, Insertable, Selectable, Updateable } from 'kysely'
import { OWN_PRODUCTS_MAX } from '#contracts/limits.ts'
import { countRows } from '#server/platform/database/count-rows.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import type { RowRange } from '#server/platform/database/row-range.ts'
import type {
  VendorMembersTable,
  VendorOrganisationsTable,
  VendorRequestsTable,
} from '#server/platform/database/tables/vendors.ts'
import type { Tables } from '#server/platform/database/tables.ts'

export type OrganisationRow = Selectable<VendorOrganisationsTable>
export type VendorMemberRow = Selectable<VendorMembersTable>
export type VendorRequestRow = Selectable<VendorRequestsTable>

export const insertOrganisation = (db: Queryable, row: OrganisationRow) =>
  db.insertInto('vendorOrganisations').values(row).execute()

export const renameOrganisation = (db: Queryable, id: string, name: string) =>
  db.updateTable('vendorOrganisations').set({ name }).where('id', '=', id).execute()

export const deleteOrganisation = (db: Queryable, id: string) =>
  db.deleteFrom('vendorOrganisations').where('id', '=', id).execute()

export const findOrganisation = (db: Queryable, id: string): Promise<OrganisationRow | undefined> =>
  db.selectFrom('vendorOrganisations').selectAll().where('id', '=', id).executeTakeFirst()

/** Lists all organisations by name. */
export const listOrganisations = (db: Queryable): Promise<OrganisationRow[]> =>
  db.selectFrom('vendorOrganisations').selectAll().orderBy('name').orderBy('id').execute()

export const insertDomain = (db: Queryable, domain: string, organisationId: string, createdAt: string) =>
  db.insertInto('vendorDomains').values({ domain, organisationId, createdAt }).execute()

/** Returns the organisation that has proved a domain. */
export const findDomainOwner = (db: Queryable, domain: string): Promise<OrganisationRow | undefined> =>
  db
    .selectFrom('vendorDomains')
    .innerJoin('vendorOrganisations', 'vendorOrganisations.id', 'vendorDomains.organisationId')
    .selectAll('vendorOrganisations')
    .where('domain', '=', domain)
    .executeTakeFirst()

/** Lists the domains of organisations, in the order in which they were proved. */
export const listDomains = async (db: Queryable, organisationIds: readonly string[]) =>
  organisationIds.length === 0
    ? []
    : db
        .selectFrom('vendorDomains')
        .selectAll()
        .where('organisationId', 'in', organisationIds)
        .orderBy('createdAt')
        .orderBy('domain')
        .execute()

/** Returns whether the organisation had the domain. */
export async function deleteDomain(db: Queryable, organisationId: string, domain: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('vendorDomains')
    .where('domain', '=', domain)
    .where('organisationId', '=', organisationId)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0
}

/** Assigns a product to an organisation, in place of the one that it was assigned to. */
export const assignProduct = (db: Queryable, productId: string, organisationId: string, createdAt: string) =>
  db
    .insertInto('vendorAssignments')
    .values({ productId, organisationId, createdAt })
    .onConflict((conflict) => conflict.column('productId').doUpdateSet({ organisationId, createdAt }))
    .execute()

/** Returns whether the product was assigned to the organisation. */
export async function releaseProduct(db: Queryable, productId: string, organisationId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('vendorAssignments')
    .where('productId', '=', productId)
    .where('organisationId', '=', organisationId)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0
}

/** The organisation that a product belongs to: the one that it is assigned to, or else that of its site's domain. */
const getOrganisationId = (eb: ExpressionBuilder<Tables, 'products'>) =>
  eb.fn.coalesce(
    eb
      .selectFrom('vendorAssignments')
      .select('vendorAssignments.organisationId')
      .whereRef('vendorAssignments.productId', '=', 'products.id'),
    eb
      .selectFrom('vendorDomains')
      .select('vendorDomains.organisationId')
      .whereRef('vendorDomains.domain', '=', 'products.siteDomain'),
  )

/** Returns the organisations of products, by product id; those without one are absent. */
export async function listProductOrganisations(
  db: Queryable,
  productIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (productIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('products')
    .select((eb) => ['products.id', getOrganisationId(eb).as('organisationId')])
    .where('products.id', 'in', productIds)
    .execute()
  return new Map(rows.flatMap(({ id, organisationId }) => (organisationId ? [[id, organisationId] as const] : [])))
}

export type MovedProduct = {
  productId: string
  name: string
  contactEmail: string
  organisationId: string | null
  before: string | null
}

/**
 * Lists the products outside the recycle bin that belong to another organisation than when that was last looked at, or to none,
 * or to a first one.
 */
export async function listMovedProducts(db: Queryable): Promise<MovedProduct[]> {
  const rows = await db
    .selectFrom('products')
    .leftJoin('vendorBelongings', 'vendorBelongings.productId', 'products.id')
    .select((eb) => [
      'products.id as productId',
      'products.name',
      'products.contactEmail',
      getOrganisationId(eb).as('organisationId'),
      'vendorBelongings.organisationId as before',
    ])
    .where('products.deletedAt', 'is', null)
    .where('products.id', 'in', (eb) =>
      eb
        .selectFrom('vendorBelongings')
        .select('vendorBelongings.productId as id')
        .union(eb.selectFrom('vendorAssignments').select('vendorAssignments.productId as id'))
        .union(
          eb
            .selectFrom('vendorDomains')
            .innerJoin('products as atDomain', 'atDomain.siteDomain', 'vendorDomains.domain')
            .select('atDomain.id'),
        ),
    )
    .execute()
  return rows.filter(({ organisationId, before }) => organisationId !== before)
}

/** Remembers to which organisation a product belongs, `null` if to none, and what it left behind in the one before. */
export async function saveBelonging(
  db: Queryable,
  { productId, organisationId, before, contactEmail }: MovedProduct,
  at: string,
): Promise<void> {
  await db.deleteFrom('vendorBelongings').where('productId', '=', productId).execute()
  if (organisationId === null) return
  const move = before === null ? {} : { movedAt: at, formerContact: contactEmail.toLowerCase() }
  await db
    .insertInto('vendorBelongings')
    .values({ productId, organisationId, ...move })
    .execute()
}

/** What a product left behind in another organisation, from which it came at `movedAt`; `null` if that was just now. */
export type ProductMove = { movedAt: string | null; formerContact: string }

/** Returns the moves of products from another organisation to their present one, by product id. */
export async function listProductMoves(
  db: Queryable,
  productIds: readonly string[],
): Promise<ReadonlyMap<string, ProductMove>> {
  if (productIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('products')
    .innerJoin('vendorBelongings', 'vendorBelongings.productId', 'products.id')
    .select((eb) => [
      'products.id',
      'products.contactEmail',
      getOrganisationId(eb).as('organisationId'),
      'vendorBelongings.organisationId as before',
      'vendorBelongings.movedAt',
      'vendorBelongings.formerContact',
    ])
    .where('products.id', 'in', productIds)
    .execute()
  return new Map(
    rows.flatMap(({ id, contactEmail, organisationId, before, movedAt, formerContact }): [string, ProductMove][] => {
      if (organisationId === null) return []
      // Moved since it was last looked at.
      if (organisationId !== before) return [[id, { movedAt: null, formerContact: contactEmail.toLowerCase() }]]
      return movedAt === null ? [] : [[id, { movedAt, formerContact }]]
    }),
  )
}

const PRODUCT_COLUMNS = [
  'products.id',
  'products.catalogue',
  'products.name',
  'products.isActive',
  'products.contactEmail',
] as const

/** Lists the products outside the recycle bin that are assigned to organisations. */
const listAssignedProducts = (db: Queryable, organisationIds: readonly string[]) =>
  db
    .selectFrom('vendorAssignments')
    .innerJoin('products', 'products.id', 'vendorAssignments.productId')
    .select([...PRODUCT_COLUMNS, 'vendorAssignments.organisationId'])
    .where('vendorAssignments.organisationId', 'in', organisationIds)
    .where('products.deletedAt', 'is', null)
    .limit(OWN_PRODUCTS_MAX)
    .execute()

/** Lists the products outside the recycle bin whose site is at a domain, and that aren't assigned to an organisation. */
export const listProductsAtDomains = async (db: Queryable, domains: readonly string[]) =>
  domains.length === 0
    ? []
    : db
        .selectFrom('products')
        .leftJoin('vendorAssignments', 'vendorAssignments.productId', 'products.id')
        .select([...PRODUCT_COLUMNS, 'products.siteDomain'])
        .where('products.siteDomain', 'in', domains)
        .where('products.deletedAt', 'is', null)
        .where('vendorAssignments.productId', 'is', null)
        .limit(OWN_PRODUCTS_MAX)
        .execute()

/** Lists the products of organisations, by name. */
export async function listOrganisationProducts(db: Queryable, organisationIds: readonly string[]) {
  if (organisationIds.length === 0) return []
  const owners = new Map((await listDomains(db, organisationIds)).map((row) => [row.domain, row.organisationId]))
  const assigned = await listAssignedProducts(db, organisationIds)
  const atDomains = await listProductsAtDomains(db, [...owners.keys()])
  return [
    ...assigned.map((product) => ({ ...product, isAssigned: true })),
    ...atDomains.map(({ siteDomain, ...product }) => ({
      ...product,
      organisationId: owners.get(siteDomain) ?? '',
      isAssigned: false,
    })),
  ].sort((left, right) => left.name.localeCompare(right.name) || (left.id < right.id ? -1 : 1))
}

export const insertMember = (db: Queryable, row: Insertable<VendorMembersTable>) =>
  db.insertInto('vendorMembers').values(row).execute()

export const updateMember = (db: Queryable, id: string, values: Updateable<VendorMembersTable>) =>
  db.updateTable('vendorMembers').set(values).where('id', '=', id).execute()

export const deleteMember = (db: Queryable, id: string) => db.deleteFrom('vendorMembers').where('id', '=', id).execute()

/** Lists the people of organisations, also those who have left, with the present data of their accounts. */
export const listMembers = async (db: Queryable, organisationIds: readonly string[]) =>
  organisationIds.length === 0
    ? []
    : db
        .selectFrom('vendorMembers')
        .leftJoin('users', 'users.id', 'vendorMembers.userId')
        .selectAll('vendorMembers')
        .select([
          'users.name',
          'users.email as accountEmail',
          'users.status as accountStatus',
          'users.role as accountRole',
          'users.emailVerifiedAt',
        ])
        .where('organisationId', 'in', organisationIds)
        .orderBy('statusAt')
        .orderBy('vendorMembers.id')
        .execute()

/** Lists where an account stands in organisations: by what is bound to it, and by what was sent to its address. */
export async function listMemberships(
  db: Queryable,
  { id, email }: { id: string; email: string },
): Promise<VendorMemberRow[]> {
  const bound = await db.selectFrom('vendorMembers').selectAll().where('userId', '=', id).execute()
  const unbound = await db
    .selectFrom('vendorMembers')
    .selectAll()
    .where('email', '=', email.toLowerCase())
    .where('userId', 'is', null)
    .execute()
  return [...bound, ...unbound.filter((row) => bound.every((one) => one.organisationId !== row.organisationId))]
}

/** Deletes what is stored for an address that no account has accepted. */
export const deleteInvitationsTo = (db: Queryable, email: string) =>
  db.deleteFrom('vendorMembers').where('email', '=', email.toLowerCase()).where('userId', 'is', null).execute()

export const insertRequest = (db: Queryable, row: VendorRequestRow) =>
  db.insertInto('vendorRequests').values(row).execute()

export const updateRequest = (db: Queryable, id: string, values: Updateable<VendorRequestsTable>) =>
  db.updateTable('vendorRequests').set(values).where('id', '=', id).execute()

export const deleteRequest = (db: Queryable, id: string) =>
  db.deleteFrom('vendorRequests').where('id', '=', id).execute()

export const findRequest = (db: Queryable, id: string): Promise<VendorRequestRow | undefined> =>
  db.selectFrom('vendorRequests').selectAll().where('id', '=', id).executeTakeFirst()

/** Lists the requests of an account, newest first. */
export const listOwnRequests = async (db: Queryable, userId: string): Promise<VendorRequestRow[]> =>
  (await db.selectFrom('vendorRequests').selectAll().where('userId', '=', userId).execute()).sort((left, right) =>
    left.createdAt < right.createdAt ? 1 : -1,
  )

/** Lists pending requests with the addresses of their accounts, oldest first. */
export const listPendingRequests = (db: Queryable, page: RowRange) =>
  db
    .selectFrom('vendorRequests')
    .innerJoin('users', 'users.id', 'vendorRequests.userId')
    .selectAll('vendorRequests')
    .select('users.email')
    .where('vendorRequests.status', '=', 'pending')
    .orderBy('vendorRequests.createdAt')
    .orderBy('vendorRequests.id')
    .limit(page.limit)
    .offset(page.offset)
    .execute()

export const countPendingRequests = (db: Queryable): Promise<number> =>
  countRows(db.selectFrom('vendorRequests').where('status', '=', 'pending'))

/** Returns which products exist outside the recycle bin. */
export const listExistingProducts = async (db: Queryable, ids: readonly string[]) =>
  ids.length === 0
    ? []
    : db.selectFrom('products').select(['id', 'name']).where('id', 'in', ids).where('deletedAt', 'is', null).execute()
