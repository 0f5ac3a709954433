import type { JsonObject } from '#contracts/rules/is-object.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { isNotFound } from '../../../shared/call-error.ts'
import { isUnanswered } from '../../../shared/unanswered-call.ts'
import { isSame } from '../../../shared/versioned/three-way.ts'
import { createProduct, type LoadedProduct, loadProduct, saveProduct } from './product-calls.ts'

type ProductPersistenceOptions = {
  catalogue: Catalogue
  loaded: LoadedProduct
  /** Returns a document as the server would store it. */
  normalize: (document: JsonObject) => JsonObject
}

/**
 * Creates the functions that read and save a product. A new product is created once, even if a save is repeated because
 * its reply was lost or because edits were made during the first; later saves update it.
 */
export function createProductPersistence({ catalogue, loaded, normalize }: ProductPersistenceOptions) {
  /** '' until the product is created. */
  let { id } = loaded
  /** The content of the last creation without a reply, from which the server may have created the product. */
  let unansweredDocument: JsonObject | undefined

  /** Returns the product that a creation without a reply has created. Its name is unique within the catalogue. */
  async function findCreated(): Promise<LoadedProduct | undefined> {
    if (unansweredDocument === undefined) return undefined
    const expected = normalize(unansweredDocument)
    try {
      const product = await loadProduct(catalogue, String(expected.name))
      return hasFields(product.value, expected) ? product : undefined
    } catch (error) {
      if (isNotFound(error)) return undefined
      throw error
    }
  }

  async function create(document: JsonObject): Promise<LoadedProduct> {
    const created = await findCreated()
    if (created) {
      id = created.id
      return saveProduct(catalogue, id, document, created.version)
    }
    try {
      const product = await createProduct(catalogue, document)
      id = product.id
      return product
    } catch (error) {
      if (isUnanswered(error)) unansweredDocument = document
      throw error
    }
  }

  return {
    read: async () => (id === '' ? { value: loaded.value, version: 0 } : loadProduct(catalogue, id)),
    save: (document: JsonObject, version: number): Promise<LoadedProduct> =>
      id === '' ? create(document) : saveProduct(catalogue, id, document, version),
  }
}

/** Returns whether a product has the fields that were sent, except for the rich text, which the server sanitizes. */
const hasFields = (product: JsonObject, fields: JsonObject): boolean =>
  Object.entries(fields).every(([field, value]) => field === 'detailedDescription' || isSame(product[field], value))
