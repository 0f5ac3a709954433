/** What staff do about organisations of vendors: decide requests, assign products, settle who has a domain. */
import { randomUUID } from 'node:crypto'
import { VENDOR_ORGANISATION as LIMITS } from '#contracts/limits.ts'
import { toPagination } from '#contracts/pagination.ts'
import type {
  OrganisationDecision,
  OrganisationQuery,
  OrganisationRecord,
  OrganisationRequest,
} from '#contracts/vendors/organisation.ts'
import { VENDOR_ORGANISATION_MESSAGES as MESSAGES } from '#contracts/vendors/organisation-messages.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import type { IdentityService, UserRow } from '#server/modules/identity/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import { AppError, conflict, invalidField, notFound } from '#server/platform/app-error.ts'
import type { Database, Queryable, Transaction } from '#server/platform/database/database.ts'
import { type ListPage, readPage } from '#server/platform/database/list-page.ts'
import { toRowRange } from '#server/platform/database/row-range.ts'
import { writeOnce } from '#server/platform/idempotency/write-once.ts'
import { foldText } from '#server/platform/search-text/fold-text.ts'
import { createMatcher } from '#server/platform/search-text/pinyin.ts'
import type { OrganisationPeople } from './people.ts'
import { canManage, isActing } from './policy.ts'
import {
  assignProduct,
  countPendingRequests,
  deleteDomain,
  findOrganisation,
  findRequest,
  insertMember,
  insertOrganisation,
  listDomains,
  listExistingProducts,
  listMembers,
  listOrganisationProducts,
  listOrganisations,
  listPendingRequests,
  type OrganisationRow,
  releaseProduct,
  updateRequest,
  type VendorRequestRow,
} from './store.ts'

type Dependencies = {
  database: Database
  accounts: Pick<IdentityService['accounts'], 'find'>
  audit: AuditService
  people: OrganisationPeople
  /** Returns an account that can speak for vendors. Throws `forbidden`. */
  getSpeaker: (db: Queryable, id: string) => Promise<UserRow>
}

/** Creates the functions of staff. */
export function createOrganisationStaff({ database, accounts, audit, people, getSpeaker }: Dependencies) {
  /** Locks the organisations, and returns one. Throws `notFound`. */
  async function lock(transaction: Transaction, id: string): Promise<OrganisationRow> {
    await people.lock(transaction)
    const organisation = await findOrganisation(transaction.db, id)
    if (!organisation) throw notFound(MESSAGES.notFound)
    return organisation
  }

  const recordProducts = (transaction: Transaction, { name }: OrganisationRow, actor: Actor, detail: string) =>
    audit.record(transaction, { actor, action: 'vendor.products', target: name, detail })

  /** Founds the organisation that was asked for. Throws `conflict` if its manager can't speak for vendors any more. */
  async function approve(transaction: Transaction, row: VendorRequestRow, productIds: readonly string[]) {
    const { db } = transaction
    const account = await getSpeaker(db, row.userId).catch((error: unknown) => {
      throw error instanceof AppError ? conflict(MESSAGES.requesterGone) : error
    })
    if (account.status !== 'active') throw conflict(MESSAGES.requesterGone)
    const products = new Map((await listExistingProducts(db, productIds)).map((product) => [product.id, product]))
    const missing = productIds.findIndex((id) => !products.has(id))
    if (missing >= 0) throw invalidField(`productIds.${missing}`, MESSAGES.productNotFound)
    const organisation = { id: randomUUID(), name: row.name, createdAt: people.now() }
    await insertOrganisation(db, organisation)
    await insertMember(db, {
      id: randomUUID(),
      organisationId: organisation.id,
      email: account.email.toLowerCase(),
      userId: account.id,
      role: 'manager',
      status: 'active',
      statusAt: people.now(),
    })
    for (const id of products.keys()) await assignProduct(db, id, organisation.id, people.now())
    await people.notify(transaction, organisation, account, { occasion: 'approved' })
  }

  async function reject(transaction: Transaction, row: VendorRequestRow, reason: string): Promise<void> {
    const account = await accounts.find(transaction.db, row.userId)
    if (account)
      await people.notify(transaction, { id: row.id, name: row.name }, account, { occasion: 'rejected', reason })
  }

  return {
    /** Lists pending requests, oldest first. */
    listRequests: (page: number): Promise<ListPage<OrganisationRequest>> =>
      readPage({
        page,
        limit: LIMITS.perPage,
        count: () => countPendingRequests(database.read),
        list: (range) => listPendingRequests(database.read, range),
        toItem: ({ id, name, text, status, email, createdAt }) => ({ id, name, text, status, email, createdAt }),
      }),

    /** Returns the number of pending requests. */
    countPending: (): Promise<number> => countPendingRequests(database.read),

    /**
     * Approves a request, whose author becomes the manager of the organisation, or rejects it; they are mailed. Throws
     * `notFound`, `conflict` once it is decided, `invalid` for unknown products.
     */
    decide: (id: string, { status, reason, productIds }: OrganisationDecision, actor: Actor): Promise<null> =>
      writeOnce(database, async (transaction) => {
        await people.lock(transaction)
        const row = await findRequest(transaction.db, id)
        if (!row) throw notFound(MESSAGES.requestNotFound)
        if (row.status !== 'pending') throw conflict(MESSAGES.requestDecided)
        if (status === 'approved') await approve(transaction, row, productIds)
        else await reject(transaction, row, reason)
        await updateRequest(transaction.db, id, { status, reason, decidedAt: people.now() })
        const detail = status === 'approved' ? '通过' : `不通过：${reason}`
        await audit.record(transaction, { actor, action: 'vendor.decide', target: row.name, detail })
        return null
      }),

    /** Lists the organisations whose names match a search, by name, with their people and products. */
    async list({ page, search }: OrganisationQuery): Promise<ListPage<OrganisationRecord>> {
      const { read: db } = database
      const matches = createMatcher(foldText(search))
      const found = (await listOrganisations(db)).filter(({ name }) => matches(foldText(name)))
      const { limit, offset } = toRowRange(page, LIMITS.perPage)
      const rows = found.slice(offset, offset + limit)
      const ids = rows.map(({ id }) => id)
      const domains = Map.groupBy(await listDomains(db, ids), ({ organisationId }) => organisationId)
      const members = Map.groupBy(await listMembers(db, ids), ({ organisationId }) => organisationId)
      const products = Map.groupBy(await listOrganisationProducts(db, ids), ({ organisationId }) => organisationId)
      return {
        items: rows.map(({ id, name, createdAt }) => ({
          id,
          name,
          createdAt,
          hasManager: (members.get(id) ?? []).some((row) => canManage(row) && isActing(row)),
          domains: (domains.get(id) ?? []).map(({ domain }) => domain),
          people: (members.get(id) ?? [])
            .filter(({ status }) => status !== 'ended')
            .map((row) => ({
              id: row.id,
              email: row.accountEmail ?? row.email,
              role: row.role,
              isInvitation: row.status === 'invited',
            })),
          products: (products.get(id) ?? []).map(({ id: product, catalogue, name: productName, isAssigned }) => ({
            id: product,
            catalogue,
            name: productName,
            isAssigned,
          })),
        })),
        pagination: toPagination(page, LIMITS.perPage, found.length),
      }
    },

    /** Assigns a product, in place of an earlier assignment. Throws `notFound`. */
    assignProduct: (id: string, productId: string, actor: Actor): Promise<void> =>
      database.write(async (transaction) => {
        const organisation = await lock(transaction, id)
        const [product] = await listExistingProducts(transaction.db, [productId])
        if (!product) throw notFound(MESSAGES.productNotFound)
        await assignProduct(transaction.db, productId, id, people.now())
        await recordProducts(transaction, organisation, actor, `指定“${product.name}”`)
      }),

    /** Takes an assigned product back, also repeatedly. Throws `notFound`. */
    releaseProduct: (id: string, productId: string, actor: Actor): Promise<void> =>
      database.write(async (transaction) => {
        const organisation = await lock(transaction, id)
        if (!(await releaseProduct(transaction.db, productId, id))) return
        const [product] = await listExistingProducts(transaction.db, [productId])
        await recordProducts(transaction, organisation, actor, `取消指定“${product?.name ?? productId}”`)
      }),

    /** Takes a domain back, which others can prove then; also repeatedly. Throws `notFound`. */
    releaseDomain: (id: string, domain: string, actor: Actor): Promise<void> =>
      database.write(async (transaction) => {
        const organisation = await lock(transaction, id)
        if (await deleteDomain(transaction.db, id, domain))
          await recordProducts(transaction, organisation, actor, `取消域名${domain}`)
      }),

    /** Dissolves an organisation; its people are told. Throws `notFound`. */
    remove: (id: string, actor: Actor): Promise<void> =>
      database.write(async (transaction) => people.dissolve(transaction, await lock(transaction, id), actor)),
  }
}
