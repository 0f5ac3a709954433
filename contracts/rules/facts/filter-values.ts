import type { FactValue } from '../../facts/fact-value.ts'
import {
  type AttributeType,
  FILTER_VALUE_LABELS,
  NO_CERTIFICATE,
  type SpecialFilterValue,
  YES_NO_VALUES,
} from '../../facts/vocabulary.ts'

const NONE: SpecialFilterValue = 'none'
const HELD: SpecialFilterValue = 'held'

/**
 * Returns the filter values that match a product with this fact (`f.<key>=<value>`): the choice or choices; yes,
 * partial or no; a certificate's level (`held` if it has none); `none` if it is known to have none. Types that can't be
 * filtered have no values.
 */
export function listFilterValues(type: AttributeType, value: FactValue): string[] {
  if (type === 'choices') return Array.isArray(value) && value.length > 0 ? value : [NONE]
  if (type === 'certificate') {
    if (value === NO_CERTIFICATE) return [NONE]
    return [typeof value === 'object' && 'level' in value && value.level !== '' ? value.level : HELD]
  }
  return (type === 'choice' || type === 'yesNo') && typeof value === 'string' ? [value] : []
}

/** Returns every filter value of an attribute, in display order. */
export function listPossibleValues(attribute: { type: AttributeType; choices: readonly string[] }): readonly string[] {
  const { type, choices } = attribute
  if (type === 'yesNo') return YES_NO_VALUES
  if (type === 'choice') return choices
  if (type === 'choices') return [...choices, NONE]
  return type === 'certificate' ? [...choices, HELD, NONE] : []
}

const LABELS: Readonly<Record<string, string>> = FILTER_VALUE_LABELS

/** Returns the label of a filter value; a choice is its own label. */
export const getFilterValueLabel = (value: string): string =>
  Object.hasOwn(LABELS, value) ? (LABELS[value] ?? value) : value
