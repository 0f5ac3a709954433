/** Applies one action to many products in one transaction. */

import type { AuditAction } from '#contracts/audit/actions.ts'
import { BULK_PRODUCTS_MAX } from '#contracts/limits.ts'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import {
  BULK_ACTION_LABELS,
  type BulkRequest,
  type BulkResult,
  type PreviousValues,
  type ProductTableFilter,
} from '#contracts/products/product-table.ts'
import { PRODUCT_TABLE_MESSAGES } from '#contracts/products/table-messages.ts'
import { describeTakenName } from '#contracts/rules/names.ts'
import { findChoiceError } from '#contracts/rules/product-choices.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import { getCatalogueTopic } from '#server/modules/facts/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import { conflict, invalidFields } from '#server/platform/app-error.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { createSaveStamp, type SaveStamp } from '#server/platform/save-stamp.ts'
import type { ProductEvents } from './events.ts'
import { listRecycledById, listRecycledIds, restoreRow } from './recycle-bin/recycle-bin.ts'
import { updateProducts } from './saving/store.ts'
import { listProducts, type ProductRow } from './store.ts'

type Dependencies = {
  database: Database
  clock: Clock
  audit: AuditService
  events: Pick<ProductEvents, 'recordBulkChange'>
  /** Returns the ids of the products that match a filter of the list. */
  listMatchingIds: (catalogue: Catalogue, filter: ProductTableFilter) => Promise<ReadonlySet<string>>
}

/** Creates the function that applies bulk actions. */
export function createBulkActions({ database, clock, audit, events, listMatchingIds }: Dependencies) {
  /**
   * Applies a bulk action, and returns the skipped products with reasons. Throws `invalid`, and `conflict` if the
   * number of matching products has changed since the user saw it.
   */
  return async (catalogue: Catalogue, request: BulkRequest, actor: Actor): Promise<BulkResult> => {
    const error = findValueError(catalogue, request)
    if (error) throw invalidFields([error])
    const ids = await resolveIds(catalogue, request)
    return database.write(async (transaction) => {
      await transaction.lock(getCatalogueTopic(catalogue))
      const stamp = createSaveStamp(clock, actor)
      const { changed, skipped } =
        request.action === 'restore'
          ? await restoreProducts(transaction, catalogue, ids, stamp)
          : await changeProducts(transaction, { catalogue, ids }, request, stamp)
      if (changed.length > 0) {
        transaction.publish(getCatalogueTopic(catalogue))
        await recordAudit(transaction, request, changed, actor)
        await events.recordBulkChange(transaction, catalogue, changed.length)
      }
      return {
        done: changed.length,
        ids: changed.map(({ id }) => id),
        skipped,
        previous: listPreviousValues(request, changed),
      }
    })
  }

  async function resolveIds(catalogue: Catalogue, request: BulkRequest): Promise<string[]> {
    if ('previous' in request) return [...new Set(request.previous.flatMap(({ ids }) => ids))]
    if (!request.matching) return [...new Set(request.ids)]
    const { total, except } = request.matching
    const matchingIds =
      request.action === 'restore'
        ? await listRecycledIds(database.read, clock, catalogue, BULK_PRODUCTS_MAX + 1)
        : await listMatchingIds(catalogue, request.matching)
    if (matchingIds.size !== total) throw conflict(PRODUCT_TABLE_MESSAGES.bulkCountChanged(matchingIds.size))
    return [...matchingIds.difference(new Set(except))]
  }

  async function changeProducts(
    { db }: Transaction,
    { catalogue, ids }: { catalogue: Catalogue; ids: readonly string[] },
    request: LiveRequest,
    stamp: SaveStamp,
  ) {
    const rows = (await listProducts(db, ids)).filter((row) => row.catalogue === catalogue && row.deletedAt === null)
    const byId = new Map(rows.map((row) => [row.id, row]))
    const sorted = partitionRows(ids, byId, (row) => findSkipReason(row, request))
    const changedIds = sorted.changed.map(({ id }) => id)
    if (changedIds.length === 0) return sorted
    if (request.action === 'remove') await updateProducts(db, changedIds, { deletedAt: stamp.updatedAt, ...stamp })
    else
      for (const { ids: groupIds, values } of groupByNewValues(request, changedIds))
        if (groupIds.length > 0) await updateProducts(db, groupIds, { ...values, ...stamp })
    return sorted
  }

  async function restoreProducts({ db }: Transaction, catalogue: Catalogue, ids: readonly string[], stamp: SaveStamp) {
    const byId = await listRecycledById(db, clock, catalogue, ids)
    const conflicts = new Map<string, string>()
    // Sequential, because only the first of two products with the same name can be restored.
    for (const [id, row] of byId) {
      const takenName = await restoreRow(db, row, stamp)
      if (takenName !== undefined) conflicts.set(id, describeTakenName(row.name, takenName))
    }
    return partitionRows(ids, byId, ({ id }) => conflicts.get(id), ADMIN_MESSAGES.recycledNotFound)
  }

  /** Records the action in as many audit entries as are needed to name all products. */
  async function recordAudit(
    transaction: Transaction,
    request: BulkRequest,
    rows: readonly ProductRow[],
    actor: Actor,
  ) {
    const targets = joinNames(rows.map(({ name }) => name))
    for (const [index, target] of targets.entries()) {
      const part = targets.length > 1 ? `（${index + 1}/${targets.length}）` : ''
      const detail = `${describeRequest(request, rows.length)}${part}`
      await audit.record(transaction, { actor, action: AUDIT_ACTIONS[request.action], target, detail })
    }
  }
}

/** A request for an action on products outside the recycle bin. */
type LiveRequest = Exclude<BulkRequest, { action: 'restore' }>

const AUDIT_ACTIONS: Record<BulkRequest['action'], AuditAction> = {
  activate: 'product.update',
  deactivate: 'product.update',
  setCategory: 'product.update',
  setPrice: 'product.update',
  undoCategory: 'product.update',
  undoPrice: 'product.update',
  remove: 'product.remove',
  restore: 'product.restore',
}

function listPreviousValues({ action }: BulkRequest, rows: readonly ProductRow[]): PreviousValues {
  if (action !== 'setCategory' && action !== 'setPrice') return []
  const groups = Map.groupBy(rows, ({ category, price }) => (action === 'setCategory' ? category : price))
  return [...groups].map(([value, members]) => ({ value, ids: members.map(({ id }) => id) }))
}

function findValueError(catalogue: Catalogue, request: BulkRequest) {
  if (request.action === 'setCategory') return findChoiceError(catalogue, 'category', request.category)
  return request.action === 'setPrice' ? findChoiceError(catalogue, 'price', request.price) : undefined
}

/** Splits the ids into rows to change and skipped ids with reasons; `missing` is the reason for an absent row. */
function partitionRows(
  ids: readonly string[],
  byId: ReadonlyMap<string, ProductRow>,
  findReason: (row: ProductRow) => string | undefined,
  missing: string = PRODUCT_TABLE_MESSAGES.bulkProductNotFound,
) {
  const changed: ProductRow[] = []
  const skipped: BulkResult['skipped'] = []
  for (const id of ids) {
    const row = byId.get(id)
    const reason = row ? findReason(row) : missing
    if (reason !== undefined) skipped.push({ id, name: row?.name ?? '', reason })
    else if (row) changed.push(row)
  }
  return { changed, skipped }
}

function findSkipReason(row: ProductRow, request: LiveRequest): string | undefined {
  if (request.action === 'activate' && row.isActive) return PRODUCT_TABLE_MESSAGES.bulkIsActive
  if (request.action === 'deactivate' && !row.isActive) return PRODUCT_TABLE_MESSAGES.bulkIsInactive
  if (request.action === 'setCategory' && row.category === request.category)
    return PRODUCT_TABLE_MESSAGES.bulkHasCategory
  if (request.action === 'setPrice' && row.price === request.price) return PRODUCT_TABLE_MESSAGES.bulkHasPrice
  if (request.action === 'undoCategory' && row.category !== request.current)
    return PRODUCT_TABLE_MESSAGES.bulkChangedSince
  if (request.action === 'undoPrice' && row.price !== request.current) return PRODUCT_TABLE_MESSAGES.bulkChangedSince
  return undefined
}

type ValueGroup = { ids: readonly string[]; values: { category?: string; price?: string; isActive?: boolean } }

/** Returns the new values of products, grouped. */
function groupByNewValues(request: Exclude<LiveRequest, { action: 'remove' }>, ids: readonly string[]): ValueGroup[] {
  switch (request.action) {
    case 'setCategory':
      return [{ ids, values: { category: request.category } }]
    case 'setPrice':
      return [{ ids, values: { price: request.price } }]
    case 'undoCategory':
      return request.previous.map(({ value, ids: group }) => ({
        ids: intersect(group, ids),
        values: { category: value },
      }))
    case 'undoPrice':
      return request.previous.map(({ value, ids: group }) => ({ ids: intersect(group, ids), values: { price: value } }))
    default:
      return [{ ids, values: { isActive: request.action === 'activate' } }]
  }
}

const intersect = (ids: readonly string[], others: readonly string[]): string[] => [
  ...new Set(ids).intersection(new Set(others)),
]

function describeRequest(request: BulkRequest, count: number): string {
  const value = findNewValue(request)
  return `批量${BULK_ACTION_LABELS[request.action]}${value === undefined ? '' : `为“${value}”`}，共${count}个产品`
}

function findNewValue(request: BulkRequest): string | undefined {
  if (request.action === 'setCategory') return request.category
  return request.action === 'setPrice' ? request.price : undefined
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
