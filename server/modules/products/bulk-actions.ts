/** Applies one action to many products in one transaction. */
import type { AuditAction } from '#contracts/audit/audit.ts'
import { BULK_PRODUCTS_MAX } from '#contracts/limits.ts'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { MESSAGES } from '#contracts/messages/general.ts'
import {
  BULK_ACTION_LABELS,
  type PreviousValues,
  type ProductBulk,
  type ProductBulkResult,
  type ProductTableFilter,
} from '#contracts/products/product-table.ts'
import { PRODUCT_TABLE_MESSAGES } from '#contracts/products/table-messages.ts'
import { getCategoryError, getPriceError } from '#contracts/rules/product-choices.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import { conflict, invalidFields } from '#server/platform/app-error.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { findAllRecycled, findRecycled, restoreRow } from './recycle-bin/recycle-bin.ts'
import { getCatalogueTopic, listProducts, type ProductRow, updateProducts } from './store.ts'

type Dependencies = {
  database: Database
  clock: Clock
  audit: AuditService
  /** Returns the ids of the products that match a filter of the list. */
  findMatching: (catalogue: Catalogue, filter: ProductTableFilter) => Promise<ReadonlySet<string>>
}

export function createBulkActions({ database, clock, audit, findMatching }: Dependencies) {
  /**
   * Applies a bulk action, and returns the skipped products with reasons. Throws `invalid` for a category or price that
   * the catalogue doesn't allow, `conflict` if the number of products that match the filters has changed since the user
   * saw it.
   */
  return async (catalogue: Catalogue, bulk: ProductBulk, actor: Actor): Promise<ProductBulkResult> => {
    const error = findValueError(catalogue, bulk)
    if (error) throw invalidFields([error])
    const ids = await resolveIds(catalogue, bulk)
    return database.write(async (transaction) => {
      await transaction.lock(getCatalogueTopic(catalogue))
      const { changed, skipped } =
        bulk.action === 'restore'
          ? await restore(transaction, catalogue, ids)
          : await change(transaction, catalogue, bulk, ids)
      if (changed.length > 0) {
        transaction.publish(getCatalogueTopic(catalogue))
        await record(transaction, bulk, changed, actor)
      }
      return {
        done: changed.length,
        ids: changed.map(({ id }) => id),
        skipped,
        previous: listPreviousValues(bulk, changed),
      }
    })
  }

  async function resolveIds(catalogue: Catalogue, bulk: ProductBulk): Promise<string[]> {
    if ('previous' in bulk) return [...new Set(bulk.previous.flatMap(({ ids }) => ids))]
    if (!bulk.matching) return [...new Set(bulk.ids)]
    const { total, except } = bulk.matching
    const matchingIds =
      bulk.action === 'restore'
        ? await findAllRecycled(database.read, clock, catalogue, BULK_PRODUCTS_MAX + 1)
        : await findMatching(catalogue, bulk.matching)
    if (matchingIds.size !== total) throw conflict(PRODUCT_TABLE_MESSAGES.bulkCountChanged(matchingIds.size))
    return [...matchingIds.difference(new Set(except))]
  }

  async function change({ db }: Transaction, catalogue: Catalogue, bulk: LiveBulk, ids: readonly string[]) {
    const rows = (await listProducts(db, ids)).filter((row) => row.catalogue === catalogue && row.deletedAt === null)
    const byId = new Map(rows.map((row) => [row.id, row]))
    const sorted = partitionRows(ids, byId, (row) => findSkipReason(row, bulk))
    const changedIds = sorted.changed.map(({ id }) => id)
    const now = timestamp(clock)
    if (changedIds.length === 0) return sorted
    if (bulk.action === 'remove') await updateProducts(db, changedIds, { deletedAt: now })
    else
      for (const { ids: groupIds, values } of groupByNewValues(bulk, changedIds))
        if (groupIds.length > 0) await updateProducts(db, groupIds, { ...values, updatedAt: now })
    return sorted
  }

  async function restore({ db }: Transaction, catalogue: Catalogue, ids: readonly string[]) {
    const byId = await findRecycled(db, clock, catalogue, ids)
    const conflictingIds = new Set<string>()
    // Sequential, because only the first of two products with the same name can be restored.
    for (const [id, row] of byId) if (!(await restoreRow(db, clock, row))) conflictingIds.add(id)
    return partitionRows(
      ids,
      byId,
      ({ id }) => (conflictingIds.has(id) ? MESSAGES.productNameTaken : undefined),
      ADMIN_MESSAGES.recycledNotFound,
    )
  }

  /** Records the action in as many audit entries as are needed to name all products. */
  async function record(transaction: Transaction, bulk: ProductBulk, rows: readonly ProductRow[], actor: Actor) {
    const targets = joinNames(rows.map(({ name }) => name))
    for (const [index, target] of targets.entries()) {
      const part = targets.length > 1 ? `（${index + 1}/${targets.length}）` : ''
      const detail = `${describe(bulk, rows.length)}${part}`
      await audit.record(transaction, { actor, action: AUDIT_ACTIONS[bulk.action], target, detail })
    }
  }
}

/** An action on products outside the recycle bin. */
type LiveBulk = Exclude<ProductBulk, { action: 'restore' }>

const AUDIT_ACTIONS: Record<ProductBulk['action'], AuditAction> = {
  activate: 'product.update',
  deactivate: 'product.update',
  setCategory: 'product.update',
  setPrice: 'product.update',
  undoCategory: 'product.update',
  undoPrice: 'product.update',
  remove: 'product.remove',
  restore: 'product.restore',
}

function listPreviousValues({ action }: ProductBulk, rows: readonly ProductRow[]): PreviousValues {
  if (action !== 'setCategory' && action !== 'setPrice') return []
  const groups = Map.groupBy(rows, ({ category, price }) => (action === 'setCategory' ? category : price))
  return [...groups].map(([value, members]) => ({ value, ids: members.map(({ id }) => id) }))
}

function findValueError(catalogue: Catalogue, bulk: ProductBulk) {
  if (bulk.action === 'setCategory') return getCategoryError(catalogue, bulk.category)
  return bulk.action === 'setPrice' ? getPriceError(catalogue, bulk.price) : undefined
}

/** Splits the ids into rows to change and skipped ids with reasons; `missing` is the reason for an absent row. */
function partitionRows(
  ids: readonly string[],
  byId: ReadonlyMap<string, ProductRow>,
  findReason: (row: ProductRow) => string | undefined,
  missing: string = PRODUCT_TABLE_MESSAGES.bulkProductNotFound,
) {
  const changed: ProductRow[] = []
  const skipped: ProductBulkResult['skipped'] = []
  for (const id of ids) {
    const row = byId.get(id)
    const reason = row ? findReason(row) : missing
    if (reason !== undefined) skipped.push({ id, name: row?.name ?? '', reason })
    else if (row) changed.push(row)
  }
  return { changed, skipped }
}

function findSkipReason(row: ProductRow, bulk: LiveBulk): string | undefined {
  if (bulk.action === 'activate' && row.isActive) return PRODUCT_TABLE_MESSAGES.bulkIsActive
  if (bulk.action === 'deactivate' && !row.isActive) return PRODUCT_TABLE_MESSAGES.bulkIsInactive
  if (bulk.action === 'setCategory' && row.category === bulk.category) return PRODUCT_TABLE_MESSAGES.bulkHasCategory
  if (bulk.action === 'setPrice' && row.price === bulk.price) return PRODUCT_TABLE_MESSAGES.bulkHasPrice
  if (bulk.action === 'undoCategory' && row.category !== bulk.current) return PRODUCT_TABLE_MESSAGES.bulkChangedSince
  if (bulk.action === 'undoPrice' && row.price !== bulk.current) return PRODUCT_TABLE_MESSAGES.bulkChangedSince
  return undefined
}

type ValueGroup = { ids: readonly string[]; values: { category?: string; price?: string; isActive?: boolean } }

/** Returns the new values of products, grouped. */
function groupByNewValues(bulk: Exclude<LiveBulk, { action: 'remove' }>, ids: readonly string[]): ValueGroup[] {
  switch (bulk.action) {
    case 'setCategory':
      return [{ ids, values: { category: bulk.category } }]
    case 'setPrice':
      return [{ ids, values: { price: bulk.price } }]
    case 'undoCategory':
      return bulk.previous.map(({ value, ids: group }) => ({ ids: intersect(group, ids), values: { category: value } }))
    case 'undoPrice':
      return bulk.previous.map(({ value, ids: group }) => ({ ids: intersect(group, ids), values: { price: value } }))
    default:
      return [{ ids, values: { isActive: bulk.action === 'activate' } }]
  }
}

const intersect = (ids: readonly string[], others: readonly string[]): string[] => [
  ...new Set(ids).intersection(new Set(others)),
]

function describe(bulk: ProductBulk, count: number): string {
  const value = findNewValue(bulk)
  return `批量${BULK_ACTION_LABELS[bulk.action]}${value === undefined ? '' : `为“${value}”`}，共${count}个产品`
}

function findNewValue(bulk: ProductBulk): string | undefined {
  if (bulk.action === 'setCategory') return bulk.category
  return bulk.action === 'setPrice' ? bulk.price : undefined
}

const MAX_TARGET_LENGTH = 480

/** Joins names into texts short enough that an audit entry doesn't truncate them. */
function joinNames(names: readonly string[]): string[] {
  const texts: string[] = []
  for (const name of names) {
    const last = texts.at(-1)
    if (last !== undefined && last.length + name.length < MAX_TARGET_LENGTH)
      texts[texts.length - 1] = `${last}、${name}`
    else texts.push(name)
  }
  return texts
}
