/** One act on many products, in one transaction. */
import type { AuditAction } from '#contracts/audit/audit.ts'
import { BULK_ACTION_LABELS, type ProductBulk, type ProductBulkResult } from '#contracts/products/product-table.ts'
import { PRODUCT_TABLE_MESSAGES } from '#contracts/products/table-messages.ts'
import { findCategoryError } from '#contracts/rules/product-choices.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import { invalid } from '#server/platform/app-error.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database, Write } from '#server/platform/database/database.ts'
import { catalogueName, listProducts, type ProductRow, recycleProducts, updateProducts } from './store.ts'

type Dependencies = { database: Database; clock: Clock; audit: AuditService }

export function createBulkActions({ database, clock, audit }: Dependencies) {
  /**
   * Applies a bulk action; skipped products are returned with reasons. Throws `invalid` for a category that the
   * catalogue doesn't allow.
   */
  return async (catalogue: Catalogue, bulk: ProductBulk, actor: Actor): Promise<ProductBulkResult> => {
    const error = bulk.act === 'categorise' ? findCategoryError(catalogue, bulk.category) : undefined
    if (error) throw invalid(error.message, [error])
    return database.write(async (write) => {
      await write.lock(catalogueName(catalogue))
      const { changed, skipped } = sortRows(await loadRows(write, catalogue, bulk.ids), bulk)
      if (changed.length > 0) await apply(write, catalogue, bulk, changed, actor)
      return { done: changed.length, skipped }
    })
  }

  async function apply(write: Write, catalogue: Catalogue, bulk: ProductBulk, rows: ProductRow[], actor: Actor) {
    const ids = rows.map(({ id }) => id)
    const now = timestamp(clock)
    if (bulk.act === 'remove') await recycleProducts(write.tx, ids, now)
    else await updateProducts(write.tx, ids, { ...getValues(bulk), updatedAt: now })
    write.touch(catalogueName(catalogue))
    await record(write, bulk, rows, actor)
  }

  /** Audits the action in as many entries as are needed to name all products. */
  async function record(write: Write, bulk: ProductBulk, rows: readonly ProductRow[], actor: Actor) {
    const action: AuditAction = bulk.act === 'remove' ? 'product.remove' : 'product.update'
    const targets = joinNames(rows.map(({ name }) => name))
    for (const [index, target] of targets.entries()) {
      const part = targets.length > 1 ? `（${index + 1}/${targets.length}）` : ''
      await audit.record(write, { actor, action, target, detail: `${describe(bulk, rows.length)}${part}` })
    }
  }
}

type SelectedRow = { id: string; row: ProductRow | undefined }

/** Returns each id once, with its row if the catalogue has it and it isn't in the recycle bin. */
async function loadRows({ tx }: Write, catalogue: Catalogue, productIds: readonly string[]): Promise<SelectedRow[]> {
  const ids = [...new Set(productIds)]
  const rows = await listProducts(tx, ids)
  const liveProducts = rows.filter((row) => row.catalogue === catalogue && row.deletedAt === null)
  const byId = new Map(liveProducts.map((row) => [row.id, row]))
  return ids.map((id) => ({ id, row: byId.get(id) }))
}

function sortRows(ids: readonly SelectedRow[], bulk: ProductBulk) {
  const changed: ProductRow[] = []
  const skipped: ProductBulkResult['skipped'] = []
  for (const { id, row } of ids) {
    const reason = row ? findSkipReason(row, bulk) : PRODUCT_TABLE_MESSAGES.bulkMissing
    if (reason !== undefined) skipped.push({ id, name: row?.name ?? '', reason })
    else if (row) changed.push(row)
  }
  return { changed, skipped }
}

function findSkipReason(row: ProductRow, bulk: ProductBulk): string | undefined {
  if (bulk.act === 'activate' && row.isActive) return PRODUCT_TABLE_MESSAGES.bulkIsActive
  if (bulk.act === 'deactivate' && !row.isActive) return PRODUCT_TABLE_MESSAGES.bulkIsInactive
  if (bulk.act === 'categorise' && row.category === bulk.category) return PRODUCT_TABLE_MESSAGES.bulkHasCategory
  return undefined
}

const getValues = (bulk: ProductBulk) =>
  bulk.act === 'categorise' ? { category: bulk.category } : { isActive: bulk.act === 'activate' }

const describe = (bulk: ProductBulk, count: number) =>
  `批量${BULK_ACTION_LABELS[bulk.act]}${bulk.act === 'categorise' ? `为“${bulk.category}”` : ''}，共${count}个产品`

const LONGEST_TARGET = 480

/** Names joined to texts that an audit entry keeps whole. */
function joinNames(names: readonly string[]): string[] {
  const texts: string[] = []
  for (const name of names) {
    const last = texts.at(-1)
    if (last !== undefined && last.length + name.length < LONGEST_TARGET) texts[texts.length - 1] = `${last}、${name}`
    else texts.push(name)
  }
  return texts
}
