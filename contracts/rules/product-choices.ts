import type { FieldError } from '../errors.ts'
import type { ProductFieldLike } from '../products/fields.ts'
import { PRODUCT_MESSAGES as MESSAGES } from '../products/messages.ts'
import { AI_PRODUCT_CATEGORIES, type Catalogue, PRICE_TIERS } from '../vocabulary.ts'

type Choices = Record<ProductFieldLike<{ type: 'choice' }>, string>
type FixedChoices = Record<keyof Choices, readonly string[]>

/** Returns the allowed categories and prices of a catalogue; `undefined` for agents, which may have any texts. */
export const findFixedChoices = (catalogue: Catalogue): FixedChoices | undefined =>
  catalogue === 'ai' ? { category: AI_PRODUCT_CATEGORIES, price: PRICE_TIERS } : undefined

/** Returns why a catalogue doesn't allow a category, `undefined` if it does. */
export function findCategoryError(catalogue: Catalogue, category: string): FieldError | undefined {
  const fixed = findFixedChoices(catalogue)
  if (!fixed || fixed.category.includes(category)) return undefined
  return { path: 'category', message: category === '' ? MESSAGES.category : MESSAGES.categoryUnknown(category) }
}

/** Returns why a catalogue doesn't allow a price, `undefined` if it does. */
export function findPriceError(catalogue: Catalogue, price: string): FieldError | undefined {
  const fixed = findFixedChoices(catalogue)
  if (!fixed || fixed.price.includes(price)) return undefined
  return { path: 'price', message: price === '' ? MESSAGES.price : MESSAGES.unknownPrice(price) }
}

/**
 * Returns why a product's category or price isn't allowed, for input from editors, calls and tables. Stored values may
 * stay, because the AI page's own lists may contain more; empty values are never allowed.
 */
export function listChoiceErrors(catalogue: Catalogue, { category, price }: Choices, stored?: Choices): FieldError[] {
  const fixed = findFixedChoices(catalogue)
  if (!fixed) return []
  const isUnchanged = (choice: string, before: string | undefined) => choice !== '' && choice === before
  const errors = [
    isUnchanged(category, stored?.category) ? undefined : findCategoryError(catalogue, category),
    isUnchanged(price, stored?.price) ? undefined : findPriceError(catalogue, price),
  ]
  return errors.filter((error) => error !== undefined)
}
