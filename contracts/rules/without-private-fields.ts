import { PRIVATE_FIELDS } from '../products/fields.ts'
import type { ProductInput, PublicFields } from '../products/product.ts'

/** Returns a product without the fields that visitors never get. */
export function withoutPrivateFields(product: ProductInput): PublicFields {
  const visible = { ...product }
  for (const field of PRIVATE_FIELDS) delete visible[field]
  return visible
}
