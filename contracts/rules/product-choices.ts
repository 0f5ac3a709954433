import type { FieldError } from '../errors.ts'
import type { ProductFieldLike } from '../products/fields.ts'
import { PRODUCT_MESSAGES as TEXTS } from '../products/messages.ts'
import { AI_PRODUCT_CATEGORIES, type Catalogue, PRICE_TIERS } from '../vocabulary.ts'

type Choices = Record<ProductFieldLike<{ type: 'choice' }>, string>
type FixedChoices = Record<keyof Choices, readonly string[]>

/**
 * What a product's category and price are chosen from. An AI product's are closed lists (spec 3 §5, §9); an agent's may
 * be any texts (spec 3 §3), of which its catalogue's document proposes some: `undefined`.
 */
export const getFixedChoices = (catalogue: Catalogue): FixedChoices | undefined =>
  catalogue === 'ai' ? { category: AI_PRODUCT_CATEGORIES, price: PRICE_TIERS } : undefined

/** Why a category can't be given to a product of a catalogue; `undefined` where it can. */
export function findCategoryError(catalogue: Catalogue, category: string): FieldError | undefined {
  const fixed = getFixedChoices(catalogue)
  if (!fixed || fixed.category.includes(category)) return undefined
  return { path: 'category', message: category === '' ? TEXTS.category : TEXTS.categoryUnknown(category) }
}

/**
 * Why a product's category or price can't stand, however it comes: from its editor, a call or a table. What the product
 * already has may stay, because the AI page's own lists may hold more; an empty choice never may.
 */
export function findChoiceErrors(catalogue: Catalogue, { category, price }: Choices, stored?: Choices): FieldError[] {
  const fixed = getFixedChoices(catalogue)
  if (!fixed) return []
  const isKept = category !== '' && category === stored?.category
  const errors = isKept ? [] : [findCategoryError(catalogue, category)]
  if (price === '') errors.push({ path: 'price', message: TEXTS.price })
  else if (price !== stored?.price && !fixed.price.includes(price))
    errors.push({ path: 'price', message: TEXTS.priceUnknown(price) })
  return errors.filter((error) => error !== undefined)
}
