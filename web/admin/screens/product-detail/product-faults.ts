import type { FieldError } from '#contracts/errors.ts'
import { ProductSchema } from '#contracts/products/product.ts'
import { choiceFaults } from '#contracts/rules/product-choices.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import type { Json } from '../../parts/json-path.ts'

/** What the server would refuse; `stored` is what an existing product has. */
export function faultsOf(catalogue: Catalogue, document: Json, stored: Json | undefined): FieldError[] {
  const parsed = ProductSchema.safeParse(document)
  const faults = parsed.success
    ? []
    : parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
  return [...faults, ...choiceFaults(catalogue, chosen(document), stored && chosen(stored))]
}

const chosen = ({ category, price }: Json) => ({ category: textOf(category), price: textOf(price) })
const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
