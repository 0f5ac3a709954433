/** Reads and saves single products for the editor; each change is one transaction. */
import type { Authorship } from '#contracts/content/revision.ts'
import type { Caller } from '#contracts/permissions.ts'
import { PRODUCT_MESSAGES } from '#contracts/products/messages.ts'
import {
  type EditorProduct,
  EditorProductSchema,
  ListedProductSchema,
  type ProductChange,
  ProductDetailSchema,
  type ProductInput,
} from '#contracts/products/product.ts'
import { cleanProduct } from '#contracts/rules/clean-product.ts'
import { listChoiceErrors } from '#contracts/rules/product-choices.ts'
import { isStorable } from '#contracts/rules/storable-text.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { getCatalogueTopic } from '#server/modules/facts/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import { AppError, invalidFields, notFound } from '#server/platform/app-error.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { findAuthorship } from '#server/platform/database/find-authorship.ts'
import { createKnownKeysAssertion } from '#server/platform/http/calls/unknown-keys.ts'
import { matchesRevision } from '#server/platform/http/replies/if-match.ts'
import { writeOnce } from '#server/platform/idempotency/write-once.ts'
import { type createProductChanges, productNotFound } from './changes.ts'
import { sanitizeProducts } from './sanitize-long-texts.ts'
import { findProduct, listProducts, type ProductRow } from './store.ts'
import { getRevision, getRevisionRow, listRevisionPage, withRevision } from './versions/history.ts'
import { toEditorProduct, toProductInput, toReadableProduct, withChange } from './view.ts'

/** A product with the version that a later save has to match. */
type VersionedProduct = { value: EditorProduct; revision: number }

type Dependencies = { database: Database; changes: ReturnType<typeof createProductChanges> }
/** Who saves a product, and the version that it must still be at, if given. */
type SaveContext = { actor: Actor; ifMatch: string | undefined }

/** Throws `invalid` for keys that neither the replies with products declare, which clients send back, nor the product has. */
const assertKnownKeys = createKnownKeysAssertion(
  ListedProductSchema.extend(ProductDetailSchema.shape).extend(EditorProductSchema.shape),
)

/** Creates the operations of the product editor. */
export function createProductEditing({ database, changes }: Dependencies) {
  return {
    /**
     * Returns an active or inactive product by its id or exact name, without contact data for callers who may not edit
     * it. Throws `notFound`.
     */
    async get(catalogue: Catalogue, idOrName: string, caller: Caller | null): Promise<VersionedProduct> {
      const row = await getRow(database.read, catalogue, idOrName)
      return { value: toReadableProduct(row, caller), revision: row.version }
    },

    /** Returns who saved a product last and when. Throws `notFound`. */
    async getAuthorship(catalogue: Catalogue, idOrName: string): Promise<Authorship> {
      const { id } = await getRow(database.read, catalogue, idOrName)
      const authorship = await findAuthorship(database.read, 'products', id)
      if (!authorship) throw productNotFound(catalogue)
      return authorship
    },

    /** Adds a product at the end of the list. Throws `invalid`, also for unknown keys; `conflict` if its name is taken. */
    async create(catalogue: Catalogue, product: ProductInput, actor: Actor): Promise<VersionedProduct> {
      assertKnownKeys(product)
      assertChoices(catalogue, product)
      // Only the server assigns ids: a sent one might belong to another product.
      const { id: _id, ...fields } = cleanProduct(product)
      const [sanitized = fields] = await sanitizeProducts([fields])
      return writeOnce(database, async (transaction) => {
        const id = await changes.create(transaction, catalogue, sanitized, actor)
        return toVersioned(await getRow(transaction.db, catalogue, id))
      })
    },

    /**
     * Changes the given fields of a product, named by its id or exact name. Throws `notFound`, `versionConflict`,
     * `invalid` also for unknown keys, and `conflict` if the name is taken.
     */
    async save(
      { catalogue, idOrName }: { catalogue: Catalogue; idOrName: string },
      change: ProductChange,
      { actor, ifMatch }: SaveContext,
    ): Promise<VersionedProduct> {
      const sanitized = await sanitizeChange(change)
      return database.write(async (transaction) => {
        await transaction.lock(getCatalogueTopic(catalogue))
        const row = await getRowToSave(transaction.db, catalogue, idOrName)
        if (!matchesRevision(ifMatch, row.version)) throw new AppError('versionConflict')
        assertKnownKeys(change, toEditorProduct(row))
        const product = cleanProduct(withChange(row, sanitized))
        assertChoices(catalogue, product, row)
        await changes.update(transaction, { catalogue, id: row.id }, product, actor)
        return toVersioned(await getRow(transaction.db, catalogue, row.id))
      })
    },

    /** Lists the versions of a product, named by its id or exact name, newest first. Throws `notFound`. */
    listRevisions: async (catalogue: Catalogue, idOrName: string, page: number) =>
      listRevisionPage(database.read, await getRow(database.read, catalogue, idOrName), page),

    /** Returns a version of a product; see `getRevision`. Throws `notFound`. */
    getRevision: async (catalogue: Catalogue, idOrName: string, revision: number, caller: Caller) =>
      getRevision(database.read, await getRow(database.read, catalogue, idOrName), revision, caller),

    /**
     * Saves what a version of a product contains, as a new version. Throws `notFound`, `versionConflict`, `conflict` if
     * its name is taken, `invalid` if it doesn't follow the present rules.
     */
    restoreRevision: (
      { catalogue, idOrName, revision }: { catalogue: Catalogue; idOrName: string; revision: number },
      { actor, ifMatch }: SaveContext,
    ): Promise<VersionedProduct> =>
      database.write(async (transaction) => {
        await transaction.lock(getCatalogueTopic(catalogue))
        const row = await getRowToSave(transaction.db, catalogue, idOrName)
        if (!matchesRevision(ifMatch, row.version)) throw new AppError('versionConflict')
        const version = await getRevisionRow(transaction.db, row.id, revision)
        const product = cleanProduct(toProductInput(toEditorProduct(withRevision(row, version))))
        assertChoices(catalogue, product, row)
        await changes.update(transaction, { catalogue, id: row.id }, product, actor, revision)
        return toVersioned(await getRow(transaction.db, catalogue, row.id))
      }),

    /** Moves a product into the recycle bin. Throws `notFound`. */
    remove: (catalogue: Catalogue, idOrName: string, actor: Actor): Promise<void> =>
      database.write(async (transaction) => {
        await transaction.lock(getCatalogueTopic(catalogue))
        const { id } = await getRow(transaction.db, catalogue, idOrName)
        await changes.remove(transaction, catalogue, id, actor)
      }),
  }
}

/** Returns a change with its rich text sanitized if it is long. */
async function sanitizeChange(change: ProductChange): Promise<ProductChange> {
  const { detailedDescription } = change
  if (detailedDescription === undefined) return change
  const [sanitized = change] = await sanitizeProducts([{ ...change, detailedDescription }])
  return sanitized
}

const toVersioned = (row: ProductRow): VersionedProduct => ({ value: toEditorProduct(row), revision: row.version })

const findRow = async (db: Queryable, catalogue: Catalogue, idOrName: string): Promise<ProductRow | undefined> =>
  isStorable(idOrName) ? findProduct(db, catalogue, idOrName) : undefined

async function getRow(db: Queryable, catalogue: Catalogue, idOrName: string): Promise<ProductRow> {
  const row = await findRow(db, catalogue, idOrName)
  if (!row) throw productNotFound(catalogue)
  return row
}

/** As `getRow`, but says if the product was moved into the recycle bin while it was edited. */
async function getRowToSave(db: Queryable, catalogue: Catalogue, idOrName: string): Promise<ProductRow> {
  const row = await findRow(db, catalogue, idOrName)
  if (row) return row
  const [recycledRow] = isStorable(idOrName) ? await listProducts(db, [idOrName]) : []
  throw recycledRow?.catalogue === catalogue ? notFound(PRODUCT_MESSAGES.recycled) : productNotFound(catalogue)
}

/** Throws `invalid` for a category or price that the catalogue doesn't allow. */
function assertChoices(catalogue: Catalogue, product: ProductInput, stored?: ProductRow) {
  const errors = listChoiceErrors(catalogue, product, stored)
  if (errors.length > 0) throw invalidFields(errors)
}
