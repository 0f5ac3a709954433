import type { JsonObject } from '#contracts/rules/is-object.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { createOnce } from '../../calls/create-once.ts'
import { createProduct, type LoadedProduct, loadAuthorship, loadProduct, saveProduct } from './product-calls.ts'

/**
 * Creates the functions that read and save a product. A new product is created once, even if a save is repeated because
 * its reply was lost or because edits were made during the first; later saves update it.
 */
export function createProductPersistence(catalogue: Catalogue, loaded: LoadedProduct) {
  /** '' until the product is created. */
  let { id } = loaded
  const createProductOnce = createOnce((document: JsonObject, key: string) => createProduct(catalogue, document, key))

  async function create(document: JsonObject): Promise<LoadedProduct> {
    const { reply: product, isEarlier } = await createProductOnce(document)
    id = product.id
    return isEarlier ? saveProduct(catalogue, id, document, product.version) : product
  }

  return {
    read: async () => (id === '' ? { value: loaded.value, version: 0 } : loadProduct(catalogue, id)),
    readAuthorship: async () => (id === '' ? undefined : loadAuthorship(catalogue, id)),
    save: (document: JsonObject, version: number): Promise<LoadedProduct> =>
      id === '' ? create(document) : saveProduct(catalogue, id, document, version),
  }
}
