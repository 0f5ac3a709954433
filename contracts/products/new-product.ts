import type { Catalogue } from '../vocabulary.ts'
import { listFieldsOfType, PRODUCT_FIELD_EDITING } from './fields.ts'
import { type ProductInput, ProductSchema } from './product.ts'

/** Returns an empty product: every field has its schema's default. */
export const blankProduct = (): ProductInput => ({ ...ProductSchema.parse({ name: '-' }), name: '' })

/**
 * Returns the initial values of a product that is created by hand (spec 2 §3). Its category is the first of
 * `categories`, which the catalogue proposes, if there are any. Its name is empty.
 */
export function newProduct(catalogue: Catalogue, categories: readonly string[]): ProductInput {
  const product = blankProduct()
  for (const field of listFieldsOfType('choice')) product[field] = PRODUCT_FIELD_EDITING[field].start[catalogue]
  return { ...product, category: categories[0] || product.category }
}
