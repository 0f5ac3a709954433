import type { FieldError } from '../errors.ts'
import { PRODUCT_MESSAGES as SAY } from '../messages/product.ts'
import { AI_PRODUCT_CATEGORIES, PRICE_TIERS } from '../vocabulary.ts'

type Choices = { category: string; price: string }

/**
 * Why an AI product's category or price can't stand: each is one of a fixed set (spec 3 §5). What the product already
 * has may stay, because the AI document's own lists may hold more.
 */
export function aiChoiceFaults({ category, price }: Choices, stored?: Choices): FieldError[] {
  const faults: FieldError[] = []
  if (category === '') faults.push({ path: 'category', message: SAY.category })
  else if (category !== stored?.category && !isOneOf(AI_PRODUCT_CATEGORIES, category))
    faults.push({ path: 'category', message: SAY.categoryUnknown })
  if (price === '') faults.push({ path: 'price', message: SAY.price })
  else if (price !== stored?.price && !isOneOf(PRICE_TIERS, price))
    faults.push({ path: 'price', message: SAY.priceUnknown })
  return faults
}

const isOneOf = (values: readonly string[], value: string) => values.includes(value)
