import { documentCalls } from '#contracts/content/calls.ts'
import { catalogueCalls } from '#contracts/products/calls.ts'
import { PRODUCT_MESSAGES } from '#contracts/products/messages.ts'
import type { JsonObject } from '#contracts/rules/is-object.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { dataOf, keyOf } from '../../../shared/call-query.ts'
import type { Versioned } from '../../../shared/versioned/edits.ts'
import { callAdmin, callOnce } from '../../calls/call.ts'
import { forEditing, queryOf } from '../../calls/query-of.ts'
import { toEditableProduct } from '../../editors/form/editable-product.ts'
import type { Choices } from '../../editors/forms/product.ts'

/** A product in its editor. `id` is '' until it is saved. */
export type LoadedProduct = Versioned<JsonObject> & { id: string }

function toLoaded({ data, version }: { data: JsonObject; version: number }): LoadedProduct {
  const { id, ...value } = toEditableProduct(data)
  return { value, version, id: String(id) }
}

/** Returns the query for a product that is edited. */
export const productQuery = (catalogue: Catalogue, id: string) =>
  forEditing({ ...queryOf(catalogueCalls.get, { params: { catalogue, id } }), select: toLoaded })

export const loadProduct = async (catalogue: Catalogue, id: string) =>
  toLoaded(await callAdmin(catalogueCalls.get, { params: { catalogue, id } }))

export const loadAuthorship = async (catalogue: Catalogue, id: string) =>
  (await callAdmin(catalogueCalls.getAuthorship, { params: { catalogue, id } })).data

export const createProduct = async (catalogue: Catalogue, product: JsonObject, idempotencyKey: string) =>
  toLoaded(await callAdmin(catalogueCalls.create, { params: { catalogue }, unvalidatedBody: product, idempotencyKey }))

/** Saves a product. Throws a `CallError` with status 412 if it has a newer version. */
export const saveProduct = async (catalogue: Catalogue, id: string, product: JsonObject, version: number) =>
  toLoaded(await callAdmin(catalogueCalls.update, { params: { catalogue, id }, unvalidatedBody: product, version }))

/** Returns the query for the content of a version. */
export const revisionQuery = (catalogue: Catalogue, id: string, revision: number) => ({
  queryKey: keyOf(catalogueCalls.getRevision, { params: { catalogue, id, revision } }, 'content'),
  async queryFn() {
    const { data } = await callAdmin(catalogueCalls.getRevision, { params: { catalogue, id, revision } })
    return toLoaded({ data: data.document, version: revision }).value
  },
})

/** Returns the query for what is published, which is another one for another version. */
export const publishedQuery = (catalogue: Catalogue, id: string, version: number) => ({
  queryKey: keyOf(catalogueCalls.get, { params: { catalogue, id } }, `content ${version}`),
  queryFn: async () => (await loadProduct(catalogue, id)).value,
})

/** Restores a version. Returns the success message. Throws as `saveProduct` does. */
export const restoreRevision = async (catalogue: Catalogue, id: string, revision: number, version: number) =>
  (await callAdmin(catalogueCalls.restoreRevision, { params: { catalogue, id, revision }, version })).message

export const removeProduct = (catalogue: Catalogue, id: string) =>
  callOnce(catalogueCalls.remove, { params: { catalogue, id } }, PRODUCT_MESSAGES.removed)

/** Without suggestions, any category and price can still be typed. */
export const NO_CHOICES: Choices = { categories: [], priceRanges: [] }

/** The query for the suggestions of the agents' document. */
export const choicesQuery = {
  ...forEditing(dataOf(queryOf(documentCalls.products, { query: { products: 'none' } }))),
  retry: false,
}
