import { DAY_MS } from '#contracts/durations.ts'
import { PRODUCTS_PER_TABLE, RECYCLE_BIN_DAYS } from '#contracts/limits.ts'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { MESSAGES } from '#contracts/messages/general.ts'
import { type Pagination, toPagination } from '#contracts/pagination.ts'
import type { RecycledProduct } from '#contracts/products/product.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { conflict, notFound } from '#server/platform/app-error.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { shiftPositions, updateProduct } from '../saving/store.ts'
import { findProductByName, hasProductAt, listProducts, type ProductRow } from '../store.ts'
import { toRecycledProduct } from '../view.ts'
import { countRecycledProducts, listRecycledProducts, purgeProducts } from './store.ts'

/** Returns the time before which products were deleted too long ago to be restored. */
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
    pagination: toPagination(current, limit, totalItems),
  }
}

/** Returns the ids of the products that can still be restored, most recently removed first, up to a limit. */
export async function listRecycledIds(
  db: Queryable,
  clock: Clock,
  catalogue: Catalogue,
  limit: number,
): Promise<Set<string>> {
  const rows = await listRecycledProducts(db, catalogue, getCutoff(clock), { limit, offset: 0 })
  return new Set(rows.map(({ id }) => id))
}

/** Returns which of the given products can be restored, by their ids. */
export async function listRecycledById(
  db: Queryable,
  clock: Clock,
  catalogue: Catalogue,
  ids: readonly string[],
): Promise<Map<string, ProductRow>> {
  const cutoff = getCutoff(clock)
  const rows = (await listProducts(db, ids)).filter(
    (row) => row.catalogue === catalogue && row.deletedAt !== null && row.deletedAt >= cutoff,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/**
 * Restores a product at its previous position. Throws `notFound` if it isn't in the recycle bin or has expired,
 * `conflict` if another product has taken its name.
 */
export async function restoreRecycled(
  db: Queryable,
  clock: Clock,
  catalogue: Catalogue,
  id: string,
): Promise<ProductRow> {
  const row = (await listRecycledById(db, clock, catalogue, [id])).get(id)
  if (!row) throw notFound(ADMIN_MESSAGES.recycledNotFound)
  if (!(await restoreRow(db, clock, row))) throw conflict(MESSAGES.productNameTaken)
  return row
}

/** Restores a recycled row at its previous position. Returns `false` if another product has taken its name. */
export async function restoreRow(db: Queryable, clock: Clock, { id, catalogue, name, position, version }: ProductRow) {
  if (await findProductByName(db, catalogue, name)) return false
  // A saved document has renumbered the other products.
  if (await hasProductAt(db, catalogue, position)) await shiftPositions(db, catalogue, position)
  await updateProduct(db, id, { deletedAt: null, version: version + 1, updatedAt: timestamp(clock) })
  return true
}

/** Permanently deletes up to `limit` products whose retention in the recycle bin has expired. Returns them. */
export const purgeRecycled = (db: Queryable, clock: Clock, limit: number) => purgeProducts(db, getCutoff(clock), limit)
