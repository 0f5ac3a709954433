/** Determines which attributes products are required to have: those that filters and comparisons use. */
import type { Attribute } from '#contracts/facts/attribute.ts'
import { appliesToCategory } from '#contracts/rules/facts/applies-to-category.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import type { AttributesByKey } from '../attributes/view.ts'
import type { Requirement } from './store.ts'

const isRequired = ({ isFilter, isCompared }: Attribute) => isFilter || isCompared

/**
 * Lists the attributes that a catalogue's products are required to have. With `attributeKey`, only that attribute is
 * required, whether filters and comparisons use it or not.
 */
export const listRequiredAttributes = (
  attributesByKey: AttributesByKey,
  catalogue: Catalogue,
  attributeKey?: string | undefined,
): Attribute[] =>
  [...attributesByKey.values()].filter(
    (attribute) =>
      attribute.isActive &&
      attribute.catalogues.includes(catalogue) &&
      (attributeKey === undefined ? isRequired(attribute) : attribute.key === attributeKey),
  )

/**
 * Returns the requirements for a catalogue's products: one for each category that some attributes are limited
 * to, and one for all other categories.
 */
export function listRequirements(
  attributesByKey: AttributesByKey,
  catalogue: Catalogue,
  attributeKey?: string | undefined,
): Requirement[] {
  const required = listRequiredAttributes(attributesByKey, catalogue, attributeKey)
  const categoriesWithAttributes = [...new Set(required.flatMap(({ categories }) => categories))]
  const toRequirement = (categories: Requirement['categories'], attributes: readonly Attribute[]): Requirement[] => {
    const keys = new Set(attributes.map(({ key }) => key))
    const optional = [...attributesByKey.keys()].filter((key) => !keys.has(key))
    return keys.size === 0 ? [] : [{ catalogue, categories, count: keys.size, optional }]
  }
  return [
    ...toRequirement(
      { notIn: categoriesWithAttributes },
      required.filter(({ categories }) => categories.length === 0),
    ),
    ...categoriesWithAttributes.flatMap((category) =>
      toRequirement(
        { in: [category] },
        required.filter((attribute) => appliesToCategory(attribute, category)),
      ),
    ),
  ]
}
