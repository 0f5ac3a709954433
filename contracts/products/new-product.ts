import type { Catalogue } from '../vocabulary.ts'
import { listFieldsOfType, PRODUCT_FIELD_EDITING } from './fields.ts'
import { type ProductInput, ProductSchema } from './product.ts'

/** Returns an empty product: every field has its schema's default. */
export const createBlankProduct = (): ProductInput => ({ ...ProductSchema.parse({ name: '-' }), name: '' })

/**
 * Returns the initial values of a product that is created by hand. Its category is the first of `categories`, which the
 * catalogue proposes, if there are any. Its name is empty.
 */
export function createNewProduct(catalogue: Catalogue, categories: readonly string[]): ProductInput {
  const product = createBlankProduct()
  for (const field of listFieldsOfType('choice')) product[field] = PRODUCT_FIELD_EDITING[field].initial[catalogue]
  return { ...product, category: categories[0] || product.category }
}
