import type { FieldError } from '#contracts/errors.ts'
import { ProductSchema } from '#contracts/products/product.ts'
import type { JsonObject } from '#contracts/rules/is-object.ts'
import { choiceFaults } from '#contracts/rules/product-choices.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'

/** What the server would refuse; `stored` is what an existing product has. */
export function faultsOf(catalogue: Catalogue, document: JsonObject, stored: JsonObject | undefined): FieldError[] {
  const parsed = ProductSchema.safeParse(document)
  const faults = parsed.success
    ? []
    : parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
  return [...faults, ...choiceFaults(catalogue, chosen(document), stored && chosen(stored))]
}

const chosen = ({ category, price }: JsonObject) => ({ category: textOf(category), price: textOf(price) })
const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
