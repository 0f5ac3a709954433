import type { FieldError } from '../errors.ts'
import type { ProductFieldLike } from '../products/fields.ts'
import { PRODUCT_MESSAGES as MESSAGES } from '../products/messages.ts'
import { AI_PRODUCT_CATEGORIES, type Catalogue, PRICE_TIERS } from '../vocabulary.ts'

type ChoiceField = ProductFieldLike<{ type: 'choice' }>
type Choices = Record<ChoiceField, string>
type FixedChoices = Record<ChoiceField, readonly string[]>

const CHOICE_FIELDS = ['category', 'price'] as const satisfies readonly ChoiceField[]

/** Returns the allowed categories and prices of a catalogue; `undefined` for agents, which may have any texts. */
export const findFixedChoices = (catalogue: Catalogue): FixedChoices | undefined =>
  catalogue === 'ai' ? { category: AI_PRODUCT_CATEGORIES, price: PRICE_TIERS } : undefined

const CHOICE_MESSAGES: Record<ChoiceField, { missing: string; unknown: (choice: string) => string }> = {
  category: { missing: MESSAGES.category, unknown: MESSAGES.categoryUnknown },
  price: { missing: MESSAGES.price, unknown: MESSAGES.unknownPrice },
}

/** Returns why a catalogue doesn't allow a category or a price, `undefined` if it does. */
export function findChoiceError(catalogue: Catalogue, path: ChoiceField, choice: string): FieldError | undefined {
  const fixed = findFixedChoices(catalogue)
  if (!fixed || fixed[path].includes(choice)) return undefined
  const { missing, unknown } = CHOICE_MESSAGES[path]
  return { path, message: choice === '' ? missing : unknown(choice) }
}

/**
 * Returns why a product's category or price isn't allowed, for input from editors, calls and tables. Stored values may
 * stay, because the AI page's own lists may contain more; empty values are never allowed.
 */
export function listChoiceErrors(catalogue: Catalogue, choices: Choices, stored?: Choices): FieldError[] {
  const errors = CHOICE_FIELDS.map((field) => {
    const isUnchanged = choices[field] !== '' && choices[field] === stored?.[field]
    return isUnchanged ? undefined : findChoiceError(catalogue, field, choices[field])
  })
  return errors.filter((error) => error !== undefined)
}
