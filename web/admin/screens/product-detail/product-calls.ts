/** Loads and saves a product with its version. */

import { documentCalls } from '#contracts/content/calls.ts'
import { catalogueCalls } from '#contracts/products/calls.ts'
import { PRODUCT_MESSAGES } from '#contracts/products/messages.ts'
import type { JsonObject } from '#contracts/rules/is-object.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import type { Versioned } from '../../../shared/versioned/edits.ts'
import { callAdmin, callOnce } from '../../calls/call.ts'
import { toEditableProduct } from '../../editors/form/editable-product.ts'
import type { Choices } from '../../editors/forms/product.ts'

/** A product in its editor. `id` is '' until it is saved. */
export type LoadedProduct = Versioned<JsonObject> & { id: string }

function toLoaded({ data, version }: { data: JsonObject; version: number }): LoadedProduct {
  const { id, ...value } = toEditableProduct(data)
  return { value, version, id: String(id) }
}

export const loadProduct = async (catalogue: Catalogue, id: string) =>
  toLoaded(await callAdmin(catalogueCalls.get, { params: { catalogue, id } }))

export const loadAuthorship = async (catalogue: Catalogue, id: string) =>
  (await callAdmin(catalogueCalls.getAuthorship, { params: { catalogue, id } })).data

export const createProduct = async (catalogue: Catalogue, product: JsonObject, idempotencyKey: string) =>
  toLoaded(await callAdmin(catalogueCalls.create, { params: { catalogue }, unvalidatedBody: product, idempotencyKey }))

/** Saves a product. Throws a `CallError` with status 412 if it has a newer version. */
export const saveProduct = async (catalogue: Catalogue, id: string, product: JsonObject, version: number) =>
  toLoaded(await callAdmin(catalogueCalls.update, { params: { catalogue, id }, unvalidatedBody: product, version }))

export const removeProduct = (catalogue: Catalogue, id: string) =>
  callOnce(catalogueCalls.remove, { params: { catalogue, id } }, PRODUCT_MESSAGES.removed)

/** Returns the suggestions of the agents' document. Without them, any category and price can still be typed. */
export const loadChoices = (): Promise<Choices> =>
  callAdmin(documentCalls.products, { query: { products: 'none' } }).then(
    ({ data }) => data,
    () => ({ categories: [], priceRanges: [] }),
  )
