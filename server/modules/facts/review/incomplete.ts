/** What products are to have, by the attributes that filters and comparisons use. Pure: nothing is read. */
import type { Attribute } from '#contracts/facts/attribute.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import type { AttributesByKey } from '../attributes/view.ts'
import type { Requirement } from './store.ts'

const isUsed = ({ isFilter, isCompared }: Attribute) => isFilter || isCompared

/** Returns whether products of a category have the attribute. */
export const appliesToCategory = ({ categories }: Pick<Attribute, 'categories'>, category: string): boolean =>
  categories.length === 0 || categories.includes(category)

/** Lists the attributes that a product of a catalogue is to have; `attribute` alone if it is named. */
export const listRequiredAttributes = (
  all: AttributesByKey,
  catalogue: Catalogue,
  attribute?: string | undefined,
): Attribute[] =>
  [...all.values()].filter(
    (each) =>
      each.isActive &&
      each.catalogues.includes(catalogue) &&
      (attribute === undefined ? isUsed(each) : each.key === attribute),
  )

/** Returns what the products of a catalogue are to have: one entry for each category that has attributes of its own. */
export function listRequirements(
  all: AttributesByKey,
  catalogue: Catalogue,
  attribute?: string | undefined,
): Requirement[] {
  const required = listRequiredAttributes(all, catalogue, attribute)
  const special = [...new Set(required.flatMap(({ categories }) => categories))]
  const toRequirement = (categories: Requirement['categories'], attributes: readonly Attribute[]): Requirement[] => {
    const keys = new Set(attributes.map(({ key }) => key))
    const others = [...all.keys()].filter((key) => !keys.has(key))
    return keys.size === 0 ? [] : [{ catalogue, categories, count: keys.size, others }]
  }
  return [
    ...toRequirement(
      { notIn: special },
      required.filter(({ categories }) => categories.length === 0),
    ),
    ...special.flatMap((category) =>
      toRequirement(
        { in: [category] },
        required.filter((each) => appliesToCategory(each, category)),
      ),
    ),
  ]
}
