import type { FieldError } from '#contracts/errors.ts'
import { ProductSchema } from '#contracts/products/product.ts'
import type { JsonObject } from '#contracts/rules/is-object.ts'
import { listChoiceErrors } from '#contracts/rules/product-choices.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'

/** Returns the validation errors of a product; `stored` is its saved version, if any. */
export function validateProduct(
  catalogue: Catalogue,
  document: JsonObject,
  stored: JsonObject | undefined,
): FieldError[] {
  const parsed = ProductSchema.safeParse(document)
  const errors = parsed.success
    ? []
    : parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
  return [...errors, ...listChoiceErrors(catalogue, getChoices(document), stored && getChoices(stored))]
}

const getChoices = ({ category, price }: JsonObject) => ({ category: toText(category), price: toText(price) })
const toText = (value: unknown) => (typeof value === 'string' ? value : '')
