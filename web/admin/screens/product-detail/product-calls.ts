/** Reading and saving a product with its version. */
import { ADMIN_API, DOCUMENT_PATHS, fillPath } from '#contracts/paths.ts'
import type { JsonObject } from '#contracts/rules/is-object.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { callData } from '../../calls/call.ts'
import { revisionOf } from '../../editors/document-calls.ts'
import type { Choices } from '../../editors/forms/product.ts'
import type { Versioned } from '../../versioned/edits.ts'

/** A product as its editor holds it. `id` is '' until the server has it. */
export type LoadedProduct = Versioned<JsonObject> & { id: string }

/** What the server says of a product and takes from nobody. */
const SERVERS_OWN = new Set(['id', '_id', 'views', 'lastUpdated'])

const editable = (product: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(product).filter(([key]) => !SERVERS_OWN.has(key)))

async function callForProduct(path: string, sent?: { method: 'POST' | 'PUT'; body: JsonObject; over?: number }) {
  let revision = 0
  const data = await callData<JsonObject>(path, {
    ...(sent ? { method: sent.method, body: sent.body } : {}),
    ...(sent?.over === undefined ? {} : { headers: { 'if-match': `"${sent.over}"` } }),
    onHeaders: (headers) => {
      revision = revisionOf(headers)
    },
  })
  return { value: editable(data), version: revision, id: String(data.id) }
}

export const loadProduct = (catalogue: Catalogue, idOrName: string): Promise<LoadedProduct> =>
  callForProduct(fillPath(ADMIN_API.product, { catalogue, id: idOrName }))

export const createProduct = (catalogue: Catalogue, body: JsonObject): Promise<LoadedProduct> =>
  callForProduct(fillPath(ADMIN_API.products, { catalogue }), { method: 'POST', body })

/** Throws 412 where the product is no longer at the version `over`. */
export const saveProduct = (catalogue: Catalogue, id: string, body: JsonObject, over: number): Promise<LoadedProduct> =>
  callForProduct(fillPath(ADMIN_API.product, { catalogue, id }), { method: 'PUT', body, over })

export const removeProduct = (catalogue: Catalogue, id: string): Promise<null> =>
  callData(fillPath(ADMIN_API.product, { catalogue, id }), { method: 'DELETE' })

/** What the agents' document proposes. Without it any category and price can still be typed. */
export const loadChoices = (): Promise<Choices> =>
  callData<Choices>(`${DOCUMENT_PATHS.products}?products=none`).catch(() => ({ categories: [], priceRanges: [] }))
