import { RECYCLE_BIN_DAYS } from '#contracts/limits.ts'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { MESSAGES } from '#contracts/messages/general.ts'
import type { RecycledProduct } from '#contracts/products/product.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { conflict, notFound } from '#server/platform/app-error.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import {
  findByName,
  lastPosition,
  listProducts,
  listRecycledProducts,
  type ProductRow,
  purgeProducts,
  updateProduct,
} from './store.ts'
import { DAY_MS, toRecycledProduct } from './view.ts'

const getCutoff = (clock: Clock) => new Date(clock.now().getTime() - RECYCLE_BIN_DAYS * DAY_MS).toISOString()

/** Lists what can still be restored, the newest first. */
export const listRecycled = async (db: Queryable, clock: Clock, catalogue: Catalogue): Promise<RecycledProduct[]> =>
  (await listRecycledProducts(db, catalogue, getCutoff(clock))).map(toRecycledProduct)

/**
 * Puts a product back at the list's end. Throws `notFound` if it isn't in the bin or lay there too long, `conflict` if
 * another product has its name by now.
 */
export async function restoreRecycled(
  tx: Queryable,
  clock: Clock,
  catalogue: Catalogue,
  id: string,
): Promise<ProductRow> {
  const row = (await listProducts(tx, [id]))[0]
  if (!row || row.catalogue !== catalogue || row.deletedAt === null || row.deletedAt < getCutoff(clock))
    throw notFound(ADMIN_MESSAGES.recycledNotFound)
  if (await findByName(tx, catalogue, row.name)) throw conflict(MESSAGES.productNameTaken)
  const position = (await lastPosition(tx, catalogue)) + 1
  await updateProduct(tx, id, { deletedAt: null, position, version: row.version + 1, updatedAt: timestamp(clock) })
  return row
}

/** Deletes for good what lay in the bin too long. Returns what it was. */
export const purgeRecycled = (tx: Queryable, clock: Clock) => purgeProducts(tx, getCutoff(clock))
