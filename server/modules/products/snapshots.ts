/** Snapshots of products' stored values, to which the undo of an import returns. */
import { z } from 'zod'
import { foldName } from '#contracts/rules/names.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { getCatalogueTopic } from '#server/modules/facts/service.ts'
import type { MailService } from '#server/modules/mail/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Queryable, Transaction } from '#server/platform/database/database.ts'
import { createSaveStamp } from '#server/platform/save-stamp.ts'
import { createContactMailer, listSavedContacts } from './contact-mails.ts'
import { updateEachProduct, updateProducts } from './saving/store.ts'
import { listNamesakes, listProducts } from './store.ts'

export const ProductSnapshotSchema = z.object({
  name: z.string(),
  slogan: z.string(),
  description: z.string(),
  category: z.string(),
  price: z.string(),
  rating: z.number().nullable(),
  isActive: z.boolean(),
  contactEmail: z.string(),
  /** All other fields, including those that aren't in the schema of products. */
  details: z.looseObject({ reviews: z.array(z.unknown()).default([]) }),
})
type ProductSnapshot = z.infer<typeof ProductSnapshotSchema>

type SavedSnapshot = { id: string; snapshot: ProductSnapshot }

const toColumns = ({ id, snapshot: { details, ...columns } }: SavedSnapshot) => ({
  ...columns,
  id,
  detailsJson: JSON.stringify(details),
  reviewCount: details.reviews.length,
})

/** Creates the operations on snapshots of many products. */
export function createProductSnapshots({ clock, mail }: { clock: Clock; mail: Pick<MailService, 'queue'> }) {
  const mailContacts = createContactMailer(mail)
  return {
    /** Returns the snapshots of a catalogue's products outside the recycle bin, by id. */
    async listSnapshots(
      db: Queryable,
      catalogue: Catalogue,
      ids: readonly string[],
    ): Promise<ReadonlyMap<string, ProductSnapshot>> {
      if (ids.length === 0) return new Map()
      const rows = await listProducts(db, ids)
      return new Map(
        rows
          .filter((row) => row.catalogue === catalogue && row.deletedAt === null)
          .map(({ detailsJson: details, ...row }) => [row.id, ProductSnapshotSchema.parse({ ...row, details })]),
      )
    },

    /**
     * Returns which names products outside the recycle bin have, or look like, other than the given products. A product
     * that still has its name keeps it.
     */
    async listTakenNames(
      { db }: Transaction,
      catalogue: Catalogue,
      products: readonly { id: string; name: string }[],
    ): Promise<ReadonlySet<string>> {
      const names = products.map(({ name }) => name)
      const owners = names.length > 0 ? await listNamesakes(db, catalogue, names) : []
      const namesById = new Map(owners.map(({ id, name }) => [id, name]))
      const ownersByName = Map.groupBy(owners, ({ foldedName }) => foldedName)
      const isTaken = ({ id, name }: { id: string; name: string }) =>
        namesById.get(id) !== name && ownersByName.get(foldName(name))?.some((owner) => owner.id !== id)
      return new Set(products.filter(isTaken).map(({ name }) => name))
    },

    /**
     * Saves snapshots inside the caller's transaction, which has locked the catalogue and checked the names. Changed
     * contacts are mailed to both addresses.
     */
    async saveSnapshots(
      transaction: Transaction,
      catalogue: Catalogue,
      snapshots: readonly SavedSnapshot[],
      actor: Actor,
    ): Promise<void> {
      if (snapshots.length === 0) return
      const columns = snapshots.map(toColumns)
      await mailContacts(transaction, await listSavedContacts(transaction, columns))
      const stamp = createSaveStamp(clock, actor)
      await updateEachProduct(
        transaction.db,
        columns.map((row) => ({ ...row, ...stamp })),
      )
      transaction.publish(getCatalogueTopic(catalogue))
    },

    /** Moves products into the recycle bin, inside the caller's transaction, which has locked the catalogue. */
    async removeMany(
      transaction: Transaction,
      catalogue: Catalogue,
      ids: readonly string[],
      actor: Actor,
    ): Promise<void> {
      if (ids.length === 0) return
      const stamp = createSaveStamp(clock, actor)
      await updateProducts(transaction.db, ids, { deletedAt: stamp.updatedAt, ...stamp })
      transaction.publish(getCatalogueTopic(catalogue))
    },
  }
}
