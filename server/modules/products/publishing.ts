/** The products of which drafts are kept beside the published ones; see the module `content-drafts`. */
import type { z } from 'zod'
import type { FieldError } from '#contracts/errors.ts'
import { EditorProductSchema, type ProductInput, ProductSchema } from '#contracts/products/product.ts'
import { cleanProduct } from '#contracts/rules/clean-product.ts'
import type { JsonObject } from '#contracts/rules/is-object.ts'
import { diff } from '#contracts/rules/json-diff.ts'
import { listChoiceErrors } from '#contracts/rules/product-choices.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import type { Actor } from '#server/platform/actor.ts'
import { invalidFields } from '#server/platform/app-error.ts'
import type { Queryable, Transaction } from '#server/platform/database/database.ts'
import { createKnownKeysAssertion } from '#server/platform/http/calls/unknown-keys.ts'
import type { createProductChanges } from './changes.ts'
import { sanitizeProducts } from './sanitize-long-texts.ts'
import { listProducts, type ProductRow } from './store.ts'
import { getRevisionRow, withRevision } from './versions/history.ts'
import { markPublication } from './versions/store.ts'
import { toEditorProduct, toProductInput } from './view.ts'

/** A product as it is published. */
export type PublishedProduct = {
  catalogue: Catalogue
  id: string
  name: string
  document: JsonObject
  revision: number
}

/**
 * The fields that facts imply. A draft contains them only if it changes them, since facts are edited beside it and their
 * changes must not be undone by its publication.
 */
const FACT_FIELDS = ['company', 'deploymentTypes']

const assertKnownKeys = createKnownKeysAssertion(EditorProductSchema)

/** Creates the operations on published products that drafts need. */
export function createProductPublishing(changes: ReturnType<typeof createProductChanges>) {
  return {
    /** Returns a product outside the recycle bin. */
    async find(db: Queryable, id: string): Promise<PublishedProduct | undefined> {
      const row = await findLiveRow(db, id)
      return row && { catalogue: row.catalogue, id, name: row.name, document: toDocument(row), revision: row.version }
    },

    /** Returns a product as of a version; what facts imply is as it is now. Throws `notFound`. */
    async getDocumentAt(db: Queryable, id: string, revision: number): Promise<JsonObject> {
      const row = await findLiveRow(db, id)
      return row ? toDocument(withRevision(row, await getRevisionRow(db, id, revision))) : {}
    },

    /**
     * Returns a draft as it is stored. It may be incomplete and break the rules, but the form must be able to show it:
     * throws `invalid` if a value has another type, or for an unknown key.
     */
    async parseDraft(raw: JsonObject, published: PublishedProduct): Promise<JsonObject> {
      assertKnownKeys(raw, published.document)
      const parsed = ProductSchema.safeParse(raw)
      const wrongTypes = parsed.success ? [] : parsed.error.issues.filter((issue) => hasWrongType(issue, raw))
      if (wrongTypes.length > 0) throw invalidFields(wrongTypes.map(toFieldError))
      const [sanitized] = parsed.success ? await sanitizeProducts([parsed.data]) : []
      const { id: _id, _id: __id, views: _views, lastUpdated: _lastUpdated, ...draft }: JsonObject = sanitized ?? raw
      const followed = FACT_FIELDS.filter((field) => diff(draft[field], published.document[field]).length === 0)
      return Object.fromEntries(Object.entries(draft).filter(([field]) => !followed.includes(field)))
    },

    /** Returns a complete draft as it will be published. Throws `invalid` with every field that isn't ready. */
    parsePublishable(document: JsonObject, { catalogue, document: stored }: PublishedProduct): ProductInput {
      const parsed = ProductSchema.safeParse(document)
      if (!parsed.success) throw invalidFields(parsed.error.issues.map(toFieldError))
      const product = cleanProduct(parsed.data)
      const errors = listChoiceErrors(catalogue, product, ProductSchema.parse(stored))
      if (errors.length > 0) throw invalidFields(errors)
      return product
    },

    /** Publishes a product inside the caller's transaction. Returns its version. Throws as the ordinary save. */
    async publish(
      transaction: Transaction,
      { catalogue, id }: Pick<PublishedProduct, 'catalogue' | 'id'>,
      product: ProductInput,
      actor: Actor,
    ): Promise<number> {
      await changes.update(transaction, { catalogue, id }, product, actor)
      const revision = (await findLiveRow(transaction.db, id))?.version ?? 0
      await markPublication(transaction.db, id, revision)
      return revision
    },
  }
}

async function findLiveRow(db: Queryable, id: string): Promise<ProductRow | undefined> {
  const [row] = await listProducts(db, [id])
  return row?.deletedAt === null ? row : undefined
}

function toDocument(row: ProductRow): JsonObject {
  const { id: _id, ...product } = toProductInput(toEditorProduct(row))
  return product
}

const toFieldError = ({ path, message }: z.core.$ZodIssue): FieldError => ({ path: path.join('.'), message })

/** Returns whether a value exists but has another type, unlike one that is missing or out of range. */
function hasWrongType({ code, path }: z.core.$ZodIssue, document: JsonObject): boolean {
  return code === 'invalid_type' && path.reduce<unknown>((value, key) => Object(value)[key], document) !== undefined
}
