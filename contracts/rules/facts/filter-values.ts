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

/**
 * The value under which products are stored whose list of choices excludes all others; not a filter, and no choice, which
 * can't contain the bar.
 */
export const EXHAUSTIVE_LIST = '|'

/** A choice that stands for an interface: whatever speaks it may be connected, even if no list names it. */
const isCompatibleInterface = (choice: string): boolean => choice.endsWith('兼容接口')

/**
 * Returns whether a fact excludes the values that it doesn't state. A list of choices is open, unless it is said to be
 * complete or known to be empty; one with a compatible interface always is.
 */
export function isExhaustive({ value, isComplete }: { value: FactValue; isComplete: boolean }): boolean {
  if (!Array.isArray(value) || value.length === 0) return true
  return isComplete && !value.some(isCompatibleInterface)
}

/** Returns whether a requirement is decided by any list of choices: whether there is none at all. */
export const isAboutNone = (values: readonly string[]): boolean => values.every((value) => value === NONE)

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
