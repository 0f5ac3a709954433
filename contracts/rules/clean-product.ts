import { listFieldsOfType } from '../products/fields.ts'
import type { ProductInput } from '../products/product.ts'

const isFilled = (text: string) => text.trim() !== ''

/** Removes blank texts from a product's lists, and empty specs. */
export function cleanProduct(product: ProductInput): ProductInput {
  const cleaned = { ...product }
  for (const field of listFieldsOfType('texts')) cleaned[field] = product[field].filter(isFilled)
  for (const field of listFieldsOfType('specs'))
    cleaned[field] = product[field].filter(({ title, value }) => isFilled(title) || isFilled(value))
  return cleaned
}
