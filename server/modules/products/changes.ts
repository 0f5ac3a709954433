/** Changes to a catalogue's products that run inside the caller's transaction. */
import { randomUUID } from 'node:crypto'
import { MESSAGES } from '#contracts/messages/general.ts'
import { PRODUCT_FIELD_LIST, PRODUCT_FIELDS } from '#contracts/products/fields.ts'
import { PRODUCT_EDITOR_MESSAGES } from '#contracts/products/messages.ts'
import type { EditorProduct, ProductInput, Testimonial } from '#contracts/products/product.ts'
import { isFormChanged, NO_FORM_VALUES } from '#contracts/rules/facts/form-facts.ts'
import { describeTakenName } from '#contracts/rules/names.ts'
import { isStorable } from '#contracts/rules/storable-text.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { type AuditService, describeChanges } from '#server/modules/audit/service.ts'
import { carryPublishedComments } from '#server/modules/comments/service.ts'
import { type FactService, getCatalogueTopic } from '#server/modules/facts/service.ts'
import type { MailService } from '#server/modules/mail/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import { AppError, conflictingField, notFound } from '#server/platform/app-error.ts'
import type { Clock } from '#server/platform/clock.ts'
import { isUniqueViolation, type Queryable, type Transaction } from '#server/platform/database/database.ts'
import { createSaveStamp } from '#server/platform/save-stamp.ts'
import { createContactMailer } from './contact-mails.ts'
import type { ProductEvents } from './events.ts'
import { restoreRecycled } from './recycle-bin/recycle-bin.ts'
import { hasChanged, type ListChanges, replaceList } from './replace-list.ts'
import { countProductViews, insertProduct, updateMemberRating, updateProduct } from './saving/store.ts'
import { findCatalogue, findNamesake, getLastPosition, listProducts, type ProductRow } from './store.ts'
import { getRatingsTopic } from './topics.ts'
import { markRestored } from './versions/store.ts'
import {
  getFormValues,
  pickFormValues,
  pickNewFormValues,
  toEditorProduct,
  toProductColumns,
  toReviewColumns,
} from './view.ts'

type Dependencies = {
  clock: Clock
  audit: AuditService
  mail: Pick<MailService, 'queue'>
  facts: Pick<FactService, 'forms'>
  events: ProductEvents
}

const FIELD_LABELS = Object.fromEntries(PRODUCT_FIELD_LIST.map((field) => [field, PRODUCT_FIELDS[field].label]))

/** Creates the changes; each locks the catalogue and publishes its topic. */
export function createProductChanges({ clock, audit, mail, facts, events }: Dependencies) {
  const mailContacts = createContactMailer(mail)

  type RestoredVersion = { row: ProductRow; restoredFrom: number; detail: string; actor: Actor }

  async function recordRestored(transaction: Transaction, { row, restoredFrom, detail, actor }: RestoredVersion) {
    await markRestored(transaction.db, { productId: row.id, revision: row.version, restoredFrom })
    await audit.record(transaction, {
      actor,
      action: 'product.restore-version',
      target: row.name,
      detail: `恢复自第${restoredFrom}版；${detail}`,
    })
  }

  return {
    /** Replaces the rows with a document's list; see `replaceList`. Changed contacts are mailed to both addresses. */
    async replace(
      transaction: Transaction,
      catalogue: Catalogue,
      products: readonly ProductInput[],
      actor: Actor | null = null,
    ): Promise<ListChanges> {
      const { formChanges, contacts, ...changes } = await replaceList(
        transaction,
        catalogue,
        products,
        createSaveStamp(clock, actor),
      )
      await facts.forms.save(transaction, catalogue, formChanges, actor)
      await mailContacts(transaction, contacts)
      if (changes.isChanged) transaction.publish(getCatalogueTopic(catalogue))
      const { created, updated, removed } = changes
      await events.recordBulkChange(transaction, catalogue, created.length + updated.length + removed.length)
      return changes
    },

    /** Adds a product at the end of the list. Returns its id. Throws `conflict` if its name is taken. */
    async create(
      transaction: Transaction,
      catalogue: Catalogue,
      product: ProductInput,
      actor: Actor | null = null,
    ): Promise<string> {
      const { db } = transaction
      const id = product.id ?? randomUUID()
      const stamp = createSaveStamp(clock, actor)
      await transaction.lock(getCatalogueTopic(catalogue))
      await assertNameIsFree(db, catalogue, product)
      await insertProduct(transaction, {
        company: '',
        contactEmail: '',
        ...toProductColumns(product),
        id,
        catalogue,
        position: (await getLastPosition(db, catalogue)) + 1,
        version: 1,
        views: 0,
        createdAt: stamp.updatedAt,
        ...stamp,
        deletedAt: null,
      }).catch(throwIfNameTaken)
      // Sample products are loaded without an actor, and have their vendors among their facts.
      const after = actor ? pickNewFormValues(catalogue, product) : pickFormValues(product, NO_FORM_VALUES)
      await facts.forms.save(transaction, catalogue, [{ productId: id, before: NO_FORM_VALUES, after }], actor)
      transaction.publish(getCatalogueTopic(catalogue))
      if (actor) await audit.record(transaction, { actor, action: 'product.create', target: product.name })
      await events.recordChange(transaction, { catalogue, id, name: product.name }, 'created')
      return id
    },

    /**
     * Replaces a product; does nothing if it is equal. A change of its contact is mailed to both addresses. A restored
     * version is named by `restoredFrom`. Throws `notFound`, `conflict` if another product has its name, `versionConflict` if it is no longer at `version`.
     */
    async update(
      transaction: Transaction,
      { catalogue, id, version }: { catalogue: Catalogue; id: string; version?: number | undefined },
      product: ProductInput,
      actor: Actor,
      restoredFrom?: number,
    ): Promise<EditorProduct> {
      const { db } = transaction
      await transaction.lock(getCatalogueTopic(catalogue))
      const row = await getLiveRow(db, catalogue, id)
      if (version !== undefined && version !== row.version) throw new AppError('versionConflict')
      const columns = toProductColumns(product, row)
      const before = getFormValues(row)
      const formChange = { productId: id, before, after: pickFormValues(product, before) }
      if (!hasChanged(row, columns) && !isFormChanged(formChange)) return toEditorProduct(row)
      if (row.name !== product.name) await assertNameIsFree(db, catalogue, { id, name: product.name })
      await updateProduct(db, id, { ...columns, ...createSaveStamp(clock, actor) }).catch(throwIfNameTaken)
      await facts.forms.save(transaction, catalogue, [formChange], actor)
      transaction.publish(getCatalogueTopic(catalogue))
      const contact = { row, contactEmail: columns.contactEmail ?? row.contactEmail }
      await mailContacts(transaction, [contact])
      const updatedRow = await getLiveRow(db, catalogue, id)
      const updated = toEditorProduct(updatedRow)
      await carryPublishedComments(db, { kind: 'product', id }, toEditorProduct(row), updated)
      const detail = describeChanges(FIELD_LABELS, toEditorProduct(row), updated)
      if (restoredFrom === undefined)
        await audit.record(transaction, { actor, action: 'product.update', target: product.name, detail })
      else await recordRestored(transaction, { row: updatedRow, restoredFrom, detail, actor })
      await events.recordChange(transaction, { catalogue, id, name: product.name }, 'updated')
      return updated
    },

    /** Moves a product into the recycle bin. Throws `notFound`. */
    async remove(transaction: Transaction, catalogue: Catalogue, id: string, actor: Actor): Promise<void> {
      await transaction.lock(getCatalogueTopic(catalogue))
      const row = await getLiveRow(transaction.db, catalogue, id)
      const stamp = createSaveStamp(clock, actor)
      await updateProduct(transaction.db, id, { deletedAt: stamp.updatedAt, ...stamp })
      transaction.publish(getCatalogueTopic(catalogue))
      await audit.record(transaction, { actor, action: 'product.remove', target: row.name })
      await events.recordChange(transaction, { catalogue, id, name: row.name }, 'removed')
    },

    /** Restores a product from the recycle bin; see `restoreRecycled`. */
    async restore(transaction: Transaction, catalogue: Catalogue, id: string, actor: Actor): Promise<void> {
      await transaction.lock(getCatalogueTopic(catalogue))
      const { name } = await restoreRecycled(transaction, clock, { catalogue, id }, actor)
      transaction.publish(getCatalogueTopic(catalogue))
      await audit.record(transaction, { actor, action: 'product.restore', target: name })
      await events.recordChange(transaction, { catalogue, id, name }, 'restored')
    },

    /** Adds views to an active product. Returns its id and category; `undefined` if it doesn't exist. */
    countViews: async (
      { db }: Pick<Transaction, 'db'>,
      { catalogue, idOrName, views }: { catalogue: Catalogue; idOrName: string; views: number },
    ) => (isStorable(idOrName) ? countProductViews(db, catalogue, idOrName, views) : undefined),

    /** Locks the catalogue and finds a product by its id; `undefined` if it doesn't exist or is in the recycle bin. */
    async lockProduct(transaction: Transaction, id: string): Promise<ProductRow | undefined> {
      const catalogue = (await findLiveRow(transaction.db, id))?.catalogue
      if (catalogue === undefined) return undefined
      await transaction.lock(getCatalogueTopic(catalogue))
      return findLiveRow(transaction.db, id)
    },

    /**
     * Stores the members' rating of a product, `null` if there are too few reviews, and their count. This is not an
     * edit, so the product's version doesn't change.
     */
    async saveMemberRating(
      transaction: Transaction,
      id: string,
      rating: { rating: number | null; count: number },
    ): Promise<void> {
      const catalogue = await findCatalogue(transaction.db, id)
      if (catalogue === undefined) return
      await transaction.lock(getCatalogueTopic(catalogue))
      if (await updateMemberRating(transaction.db, id, rating)) transaction.publish(getRatingsTopic(catalogue))
    },

    /** Replaces the reviews of a product returned by `lockProduct`. */
    async saveReviews(transaction: Transaction, row: ProductRow, reviews: Testimonial[], actor: Actor): Promise<void> {
      const columns = toReviewColumns(row, reviews)
      await updateProduct(transaction.db, row.id, { ...columns, ...createSaveStamp(clock, actor) })
      transaction.publish(getCatalogueTopic(row.catalogue))
    },
  }
}

/** Creates the error for a product missing in the editor; visitors get a different message. */
export const productNotFound = (catalogue: Catalogue) => notFound(PRODUCT_EDITOR_MESSAGES[catalogue].notFound)

async function findLiveRow(db: Queryable, id: string): Promise<ProductRow | undefined> {
  const [row] = await listProducts(db, [id])
  return row?.deletedAt === null ? row : undefined
}

async function getLiveRow(db: Queryable, catalogue: Catalogue, id: string): Promise<ProductRow> {
  const row = await findLiveRow(db, id)
  if (row?.catalogue !== catalogue) throw productNotFound(catalogue)
  return row
}

/** Throws `conflict` if another product has a name, or one that looks like it. */
async function assertNameIsFree(
  db: Queryable,
  catalogue: Catalogue,
  { id, name }: Pick<ProductInput, 'id' | 'name'>,
): Promise<void> {
  const namesake = await findNamesake(db, catalogue, name, id)
  if (namesake) throw conflictingField('name', describeTakenName(name, namesake.name))
}

/** Converts a unique violation of the name, caused by a concurrent transaction, to a conflict. */
function throwIfNameTaken(error: unknown): never {
  throw isUniqueViolation(error) ? conflictingField('name', MESSAGES.productNameTaken) : error
}
