import { DAY_MS } from '#contracts/durations.ts'
import { PRODUCTS_PER_TABLE, RECYCLE_BIN_DAYS } from '#contracts/limits.ts'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import type { RecycledProduct } from '#contracts/products/product.ts'
import { describeTakenName } from '#contracts/rules/names.ts'
import { CATALOGUES, type Catalogue } from '#contracts/vocabulary.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import { conflict, notFound } from '#server/platform/app-error.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Queryable, Transaction } from '#server/platform/database/database.ts'
import { deleteInBatches } from '#server/platform/database/delete-in-batches.ts'
import { type ListPage, readPage } from '#server/platform/database/list-page.ts'
import { createSaveStamp, type SaveStamp } from '#server/platform/save-stamp.ts'
import type { CatalogueIndexes } from '../catalogue-index/synced-catalogue-index.ts'
import { shiftPositions, updateProduct } from '../saving/store.ts'
import { findNamesake, hasProductAt, listProducts, type ProductRow } from '../store.ts'
import { PURGED_PRODUCTS_TOPIC } from '../topics.ts'
import { toRecycledProduct } from '../view.ts'
import { countRecycledProducts, listRecycledProducts, purgeProducts } from './store.ts'

/** Small, because purging a product also deletes its facts, reviews and search texts. */
const PURGE_BATCH_SIZE = 20

/** Returns the time before which products were deleted too long ago to be restored. */
const getCutoff = (clock: Clock) => new Date(clock.now().getTime() - RECYCLE_BIN_DAYS * DAY_MS).toISOString()

/** Lists the products that can still be restored, most recently removed first, 20 per page. */
function listRecycled(
  db: Queryable,
  clock: Clock,
  { catalogue, page }: { catalogue: Catalogue; page: number },
): Promise<ListPage<RecycledProduct>> {
  const cutoff = getCutoff(clock)
  return readPage({
    page,
    limit: PRODUCTS_PER_TABLE,
    count: () => countRecycledProducts(db, catalogue, cutoff),
    list: (range) => listRecycledProducts(db, catalogue, cutoff, range),
    toItem: toRecycledProduct,
  })
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
  { db }: Transaction,
  clock: Clock,
  { catalogue, id }: { catalogue: Catalogue; id: string },
  actor: Actor,
): Promise<ProductRow> {
  const row = (await listRecycledById(db, clock, catalogue, [id])).get(id)
  if (!row) throw notFound(ADMIN_MESSAGES.recycledNotFound)
  const takenName = await restoreRow(db, row, createSaveStamp(clock, actor))
  if (takenName !== undefined) throw conflict(describeTakenName(row.name, takenName))
  return row
}

/**
 * Restores a recycled row at its previous position. If another product has taken its name, or has one that looks like it,
 * it stays in the recycle bin, and the other name is returned.
 */
export async function restoreRow(
  db: Queryable,
  { id, catalogue, name, position }: ProductRow,
  stamp: SaveStamp,
): Promise<string | undefined> {
  const namesake = await findNamesake(db, catalogue, name)
  if (namesake) return namesake.name
  // A saved document has renumbered the other products.
  if (await hasProductAt(db, catalogue, position)) await shiftPositions(db, catalogue, position)
  await updateProduct(db, id, { deletedAt: null, ...stamp })
  return undefined
}

type Dependencies = { database: Database; clock: Clock; audit: AuditService; indexes: CatalogueIndexes }

/** Creates the recycle bin, from which products can be restored for some days. */
export function createRecycleBin({ database, clock, audit, indexes }: Dependencies) {
  return {
    /** Lists a page of the recycle bin, most recently deleted first. */
    listRecycled: (catalogue: Catalogue, page = 1) => listRecycled(database.read, clock, { catalogue, page }),

    /** Permanently deletes products whose retention in the recycle bin has expired. */
    async purge(): Promise<void> {
      // The indexes are updated first: they don't see which products are missing, only which are in the recycle bin.
      for (const catalogue of CATALOGUES) await indexes[catalogue]()
      await deleteInBatches(
        database,
        async (transaction, limit) => {
          const purged = await purgeProducts(transaction.db, getCutoff(clock), limit)
          for (const { name } of purged)
            await audit.record(transaction, { actor: null, action: 'product.purge', target: name })
          if (purged.length > 0) transaction.publish(PURGED_PRODUCTS_TOPIC)
          return purged.length
        },
        PURGE_BATCH_SIZE,
      )
    },
  }
}
