/** Loads and saves a product with its version. */

import { documentCalls } from '#contracts/content/calls.ts'
import { catalogueCalls } from '#contracts/products/calls.ts'
import type { JsonObject } from '#contracts/rules/is-object.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import type { Versioned } from '../../../shared/versioned/edits.ts'
import { callAdmin } from '../../calls/call.ts'
import { withSingleLineName } from '../../editors/form/single-line-name.ts'
import type { Choices } from '../../editors/forms/product.ts'

/** A product in its editor. `id` is '' until it is saved. */
export type LoadedProduct = Versioned<JsonObject> & { id: string }

/** The read-only fields of a product, set by the server. */
const SERVER_FIELDS = new Set(['id', '_id', 'views', 'lastUpdated'])

const toEditable = (product: JsonObject): JsonObject =>
  withSingleLineName(Object.fromEntries(Object.entries(product).filter(([key]) => !SERVER_FIELDS.has(key))))

const toLoaded = ({ data, version }: { data: JsonObject; version: number }): LoadedProduct => ({
  value: toEditable(data),
  version,
  id: String(data.id),
})

export const loadProduct = async (catalogue: Catalogue, id: string) =>
  toLoaded(await callAdmin(catalogueCalls.get, { params: { catalogue, id } }))

export const createProduct = async (catalogue: Catalogue, product: JsonObject) =>
  toLoaded(await callAdmin(catalogueCalls.create, { params: { catalogue }, unvalidatedBody: product }))

/** Saves a product. Throws a `CallError` with status 412 if it has a newer version. */
export const saveProduct = async (catalogue: Catalogue, id: string, product: JsonObject, version: number) =>
  toLoaded(await callAdmin(catalogueCalls.update, { params: { catalogue, id }, unvalidatedBody: product, version }))

export const removeProduct = (catalogue: Catalogue, id: string) =>
  callAdmin(catalogueCalls.remove, { params: { catalogue, id } })

/** Returns the suggestions of the agents' document. Without them, any category and price can still be typed. */
export const loadChoices = (): Promise<Choices> =>
  callAdmin(documentCalls.products, { query: { products: 'none' } }).then(
    ({ data }) => data,
    () => ({ categories: [], priceRanges: [] }),
  )
