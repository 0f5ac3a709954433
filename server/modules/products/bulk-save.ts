/** Creates and updates many products at once, for imports. */
import { randomUUID } from 'node:crypto'
import { MESSAGES } from '#contracts/messages/general.ts'
import type { ProductInput } from '#contracts/products/product.ts'
import { PRODUCT_TABLE_MESSAGES } from '#contracts/products/table-messages.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import { conflict } from '#server/platform/app-error.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import { type Database, isUniqueViolation } from '#server/platform/database/database.ts'
import { createTurns } from '#server/platform/turns.ts'
import { catalogueName, insertProducts, lastPosition, updateProducts } from './store.ts'
import { productColumns } from './view.ts'

type Dependencies = { database: Database; clock: Clock; audit: AuditService }

type ManyProducts = {
  created: readonly ProductInput[]
  updated: readonly { id: string; product: ProductInput }[]
  /** The catalogue's revision when the save was planned. */
  plannedAt: number
  /** The audit detail. */
  target: string
  detail: string
}

export function createBulkSave({ database, clock, audit }: Dependencies) {
  /**
   * Does it all in one transaction, with one audit entry. Throws `conflict` if the catalogue has changed since it was
   * planned; nothing is done then.
   */
  return async (catalogue: Catalogue, changes: ManyProducts, actor: Actor): Promise<void> => {
    const created = await buildColumns(changes.created)
    const updated = await buildColumns(changes.updated.map(({ product }) => product))
    const name = catalogueName(catalogue)
    await database
      .write(async (write) => {
        if ((await write.lock(name)) !== changes.plannedAt) throw conflict(PRODUCT_TABLE_MESSAGES.importStale)
        const now = timestamp(clock)
        const last = await lastPosition(write.tx, catalogue)
        await insertProducts(
          write.tx,
          created.map((columns, index) => ({
            company: '',
            contactEmail: '',
            ...columns,
            id: randomUUID(),
            catalogue,
            position: last + index + 1,
            version: 1,
            views: 0,
            createdAt: now,
            updatedAt: now,
            deletedAt: null,
          })),
        )
        for (const [index, { id }] of changes.updated.entries())
          await updateProducts(write.tx, [id], { ...updated[index], updatedAt: now })
        if (created.length + updated.length > 0) write.touch(name)
        await audit.record(write, { actor, action: 'data.import', target: changes.target, detail: changes.detail })
      })
      .catch((error) => {
        throw isUniqueViolation(error) ? conflict(MESSAGES.productNameTaken) : error
      })
  }
}

async function buildColumns(products: readonly ProductInput[]) {
  const columns: ReturnType<typeof productColumns>[] = []
  // Search texts take their time to make.
  const letOthersIn = createTurns()
  for (const product of products) {
    await letOthersIn()
    columns.push(productColumns(product))
  }
  return columns
}
