/** Creates and updates many products at once, for imports. */
import { MESSAGES } from '#contracts/messages/general.ts'
import type { ProductInput } from '#contracts/products/product.ts'
import { PRODUCT_TABLE_MESSAGES } from '#contracts/products/table-messages.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import { conflict } from '#server/platform/app-error.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import { type Database, isUniqueViolation, type Write } from '#server/platform/database/database.ts'
import { createTurns } from '#server/platform/turns.ts'
import { catalogueName, insertProducts, lastPosition, updateProducts } from './store.ts'
import { productColumns } from './view.ts'

type Dependencies = { database: Database; clock: Clock; audit: AuditService }

type ManyProducts = {
  created: readonly { id: string; product: ProductInput }[]
  updated: readonly { id: string; product: ProductInput }[]
  /** The catalogue's revision when the save was planned. */
  plannedAt: number
  /** The audit detail. */
  target: string
  detail: string
  /** Saves in the same transaction what else is known of the products. */
  saveFacts?: (write: Write) => Promise<void>
}

export function createBulkSave({ database, clock, audit }: Dependencies) {
  /**
   * Does it all in one transaction, with one audit entry. Throws `conflict` if the catalogue has changed since it was
   * planned; nothing is done then.
   */
  return async (catalogue: Catalogue, changes: ManyProducts, actor: Actor): Promise<void> => {
    const created = await buildColumns(changes.created)
    const updated = await buildColumns(changes.updated)
    const name = catalogueName(catalogue)
    await database
      .write(async (write) => {
        if ((await write.lock(name)) !== changes.plannedAt) throw conflict(PRODUCT_TABLE_MESSAGES.importStale)
        const now = timestamp(clock)
        const last = await lastPosition(write.tx, catalogue)
        await insertProducts(
          write.tx,
          created.map(({ id, columns }, index) => ({
            company: '',
            contactEmail: '',
            ...columns,
            id,
            catalogue,
            position: last + index + 1,
            version: 1,
            views: 0,
            createdAt: now,
            updatedAt: now,
            deletedAt: null,
          })),
        )
        for (const { id, columns } of updated) await updateProducts(write.tx, [id], { ...columns, updatedAt: now })
        if (created.length + updated.length > 0) write.touch(name)
        await changes.saveFacts?.(write)
        await audit.record(write, { actor, action: 'data.import', target: changes.target, detail: changes.detail })
      })
      .catch((error) => {
        throw isUniqueViolation(error) ? conflict(MESSAGES.productNameTaken) : error
      })
  }
}

async function buildColumns(products: readonly { id: string; product: ProductInput }[]) {
  const rows: { id: string; columns: ReturnType<typeof productColumns> }[] = []
  // Search texts take their time to make.
  const letOthersIn = createTurns()
  for (const { id, product } of products) {
    await letOthersIn()
    rows.push({ id, columns: productColumns(product) })
  }
  return rows
}
