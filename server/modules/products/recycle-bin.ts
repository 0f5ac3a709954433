import { DAY_MS } from '#contracts/durations.ts'
import { PRODUCTS_PER_TABLE, RECYCLE_BIN_DAYS } from '#contracts/limits.ts'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { MESSAGES } from '#contracts/messages/general.ts'
import type { Pagination } from '#contracts/pagination.ts'
import type { RecycledProduct } from '#contracts/products/product.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { conflict, notFound } from '#server/platform/app-error.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import {
  countRecycledProducts,
  findByName,
  findLastPosition,
  listProducts,
  listRecycledProducts,
  type ProductRow,
  purgeProducts,
  updateProduct,
} from './store.ts'
import { toRecycledProduct } from './view.ts'

const getCutoff = (clock: Clock) => new Date(clock.now().getTime() - RECYCLE_BIN_DAYS * DAY_MS).toISOString()

/** Lists the products that can still be restored, most recently removed first, 20 per page. */
export async function listRecycled(
  db: Queryable,
  clock: Clock,
  { catalogue, page: current }: { catalogue: Catalogue; page: number },
): Promise<{ items: RecycledProduct[]; pagination: Pagination }> {
  const limit = PRODUCTS_PER_TABLE
  const cutoff = getCutoff(clock)
  const totalItems = await countRecycledProducts(db, catalogue, cutoff)
  const rows = await listRecycledProducts(db, catalogue, cutoff, { limit, offset: (current - 1) * limit })
  return {
    items: rows.map(toRecycledProduct),
    pagination: { current, total: Math.ceil(totalItems / limit), limit, totalItems },
  }
}

/** Returns which of the given products can be restored, by their ids. */
export async function findRecycled(
  tx: Queryable,
  clock: Clock,
  catalogue: Catalogue,
  ids: readonly string[],
): Promise<Map<string, ProductRow>> {
  const cutoff = getCutoff(clock)
  const rows = (await listProducts(tx, ids)).filter(
    (row) => row.catalogue === catalogue && row.deletedAt !== null && row.deletedAt >= cutoff,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/**
 * Restores a product at the end of the list. Throws `notFound` if it isn't in the recycle bin or has expired,
 * `conflict` if another product has taken its name.
 */
export async function restoreRecycled(
  tx: Queryable,
  clock: Clock,
  catalogue: Catalogue,
  id: string,
): Promise<ProductRow> {
  const row = (await findRecycled(tx, clock, catalogue, [id])).get(id)
  if (!row) throw notFound(ADMIN_MESSAGES.recycledNotFound)
  if (!(await restoreRow(tx, clock, row))) throw conflict(MESSAGES.productNameTaken)
  return row
}

/** Restores a recycled row at the end of the list. Returns `false` if another product has taken its name. */
export async function restoreRow(tx: Queryable, clock: Clock, { id, catalogue, name, version }: ProductRow) {
  if (await findByName(tx, catalogue, name)) return false
  const position = (await findLastPosition(tx, catalogue)) + 1
  await updateProduct(tx, id, { deletedAt: null, position, version: version + 1, updatedAt: timestamp(clock) })
  return true
}

/** Permanently deletes up to `limit` products whose retention in the recycle bin has expired. Returns them. */
export const purgeRecycled = (tx: Queryable, clock: Clock, limit: number) => purgeProducts(tx, getCutoff(clock), limit)
