import type { FactValue } from '../../facts/fact-value.ts'
import { type AttributeType, NO_CERTIFICATE, type SpecialFilterValue } from '../../facts/vocabulary.ts'

const NONE: SpecialFilterValue = 'none'
const HELD: SpecialFilterValue = 'held'

/**
 * Returns the values that a product with this fact is filtered by (`f.<key>=<value>`): the choice or choices, yes,
 * partial or no, a certificate's level (`held` if it has none); `none` if it is known to have none. Types that nothing
 * is filtered by have no values.
 */
export function listFilterValues(type: AttributeType, value: FactValue): string[] {
  if (type === 'choices') return Array.isArray(value) && value.length > 0 ? value : [NONE]
  if (type === 'certificate') {
    if (value === NO_CERTIFICATE) return [NONE]
    return [typeof value === 'object' && 'level' in value && value.level !== '' ? value.level : HELD]
  }
  return (type === 'choice' || type === 'yesNo') && typeof value === 'string' ? [value] : []
}
