/** What requirements can be about, and accept, in words. Without Zod, to keep public pages small. */
import { type AttributeType, isFilterableType } from '../../facts/vocabulary.ts'
import { getFilterValueLabel } from '../facts/filter-values.ts'
import { describePrice, isPrice } from '../facts/prices.ts'
import { isLimit, type LimitRequirement, type ValueRequirement } from './match-product.ts'

/** Returns whether a requirement can be about an attribute: it has values to choose from, or is a price. */
export const isRequirable = (attribute: { type: AttributeType; unit: string }): boolean =>
  isFilterableType(attribute.type) || isPrice(attribute)

/** Returns an upper limit in words: `不高于30万元/年`. */
export const describeLimit = (atMost: number, unit = ''): string => `不高于${describePrice(atMost, unit)}`

/** Returns what a requirement accepts, each in words: the labels of its values, or its upper limit. */
export const describeAccepted = (
  requirement: Pick<ValueRequirement, 'values'> | Pick<LimitRequirement, 'atMost'>,
  unit?: string,
): string[] =>
  isLimit(requirement) ? [describeLimit(requirement.atMost, unit)] : requirement.values.map(getFilterValueLabel)
