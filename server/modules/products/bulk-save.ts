/** Creates and updates many products together, for imports. */

import { MESSAGES } from '#contracts/messages/general.ts'
import type { ProductInput } from '#contracts/products/product.ts'
import { PRODUCT_TABLE_MESSAGES } from '#contracts/products/table-messages.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { getCatalogueTopic } from '#server/modules/facts/service.ts'
import type { MailService } from '#server/modules/mail/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import { conflict } from '#server/platform/app-error.ts'
import type { Clock } from '#server/platform/clock.ts'
import { isUniqueViolation, type Transaction } from '#server/platform/database/database.ts'
import { eachInTurns } from '#server/platform/event-loop.ts'
import { createSaveStamp } from '#server/platform/save-stamp.ts'
import { createContactMailer, listSavedContacts } from './contact-mails.ts'
import { insertProducts, updateEachProduct } from './saving/store.ts'
import { getLastPosition } from './store.ts'
import { toProductColumns } from './view.ts'

type SavedProduct = { id: string; isNew: boolean; product: ProductInput }
type SavedColumns = { id: string; isNew: boolean; columns: ReturnType<typeof toProductColumns> }

/** Creates the steps of a bulk save: first `buildColumns`, then `saveMany` in a transaction. */
export function createBulkSave({ clock, mail }: { clock: Clock; mail: Pick<MailService, 'queue'> }) {
  const mailContacts = createContactMailer(mail)
  return {
    /** Builds the columns that `saveMany` stores, outside the transaction, because sanitizing long texts is slow. */
    async buildColumns(products: readonly SavedProduct[]): Promise<SavedColumns[]> {
      const rows: SavedColumns[] = []
      for await (const { id, isNew, product } of eachInTurns(products)) {
        rows.push({ id, isNew, columns: toProductColumns(product) })
      }
      return rows
    },

    /**
     * Saves products inside the caller's transaction, new ones at the end of the catalogue; changed contacts are mailed
     * to both addresses. Returns the catalogue's new revision. Throws `conflict` if the catalogue has changed since the plan was made or a name is taken.
     */
    async saveMany(
      transaction: Transaction,
      { catalogue, plannedRevision }: { catalogue: Catalogue; plannedRevision: number },
      products: readonly SavedColumns[],
      actor: Actor | null,
    ): Promise<number> {
      const { db } = transaction
      const topic = getCatalogueTopic(catalogue)
      if ((await transaction.lock(topic)) !== plannedRevision) throw conflict(PRODUCT_TABLE_MESSAGES.importStale)
      if (products.length === 0) return plannedRevision
      const stamp = createSaveStamp(clock, actor)
      const lastPosition = await getLastPosition(db, catalogue)
      const created = products.filter(({ isNew }) => isNew)
      const updated = products.filter(({ isNew }) => !isNew).map(({ id, columns }) => ({ ...columns, id }))
      await mailContacts(transaction, await listSavedContacts(transaction, updated))
      try {
        await insertProducts(
          transaction,
          created.map(({ id, columns }, index) => ({
            company: '',
            contactEmail: '',
            ...columns,
            id,
            catalogue,
            position: lastPosition + index + 1,
            version: 1,
            views: 0,
            createdAt: stamp.updatedAt,
            ...stamp,
            deletedAt: null,
          })),
        )
        await updateEachProduct(
          db,
          updated.map((row) => ({ ...row, ...stamp })),
        )
      } catch (error) {
        throw isUniqueViolation(error) ? conflict(MESSAGES.productNameTaken) : error
      }
      transaction.publish(topic)
      return plannedRevision + 1
    },
  }
}
