/** Filters of a catalogue's list by facts. */
import type { FieldError } from '#contracts/errors.ts'
import type { Attribute } from '#contracts/facts/attribute.ts'
import type { Facet, FacetChoices } from '#contracts/products/facets.ts'
import { PRODUCT_MESSAGES } from '#contracts/products/messages.ts'
import type { ProductFilter } from '#contracts/products/product.ts'
import { listPossibleValues } from '#contracts/rules/facts/filter-values.ts'
import type { CountValues, FacetFilter } from '#server/modules/search/service.ts'
import { invalidFields } from '#server/platform/app-error.ts'

/** Converts the fact filters of a query to those of the index. */
export const toFacetFilter = ({ f, verified }: Pick<ProductFilter, 'f' | 'verified'>): FacetFilter => ({
  choices: f,
  isVerifiedOnly: verified,
})

/** Returns whether a list is filtered by facts. */
export const hasFacets = ({ f, verified }: Pick<ProductFilter, 'f' | 'verified'>): boolean =>
  verified || Object.keys(f).length > 0

/** Lists the choices of attributes that aren't filters, or of values that the attribute can't have, with the reasons. */
export const listUnknownFacets = (choices: FacetChoices, attributes: readonly Attribute[]): FieldError[] =>
  Object.entries(choices).flatMap(([key, values]): FieldError[] => {
    const attribute = attributes.find((candidate) => candidate.key === key && candidate.isFilter)
    if (!attribute) return [{ path: `f.${key}`, message: PRODUCT_MESSAGES.unknownFacet }]
    const possibleValues = listPossibleValues(attribute)
    return values.every((value) => possibleValues.includes(value))
      ? []
      : [{ path: `f.${key}`, message: PRODUCT_MESSAGES.unknownFacetValue }]
  })

/** Throws `invalid` with the choices that can't be made. */
export function assertKnownFacets(choices: FacetChoices, attributes: readonly Attribute[]): void {
  const errors = listUnknownFacets(choices, attributes)
  if (errors.length > 0) throw invalidFields(errors)
}

/** Returns the filterable attributes with the values that occur in products or are chosen, in order. */
export function listFacets(attributes: readonly Attribute[], countValues: CountValues, choices: FacetChoices): Facet[] {
  const facets: Facet[] = []
  for (const attribute of attributes) {
    if (!attribute.isFilter) continue
    const { key, label, group } = attribute
    const chosenValues = Object.hasOwn(choices, key) ? (choices[key] ?? []) : []
    const values = countValues(key, listPossibleValues(attribute)).filter(
      ({ value, count }) => count > 0 || chosenValues.includes(value),
    )
    if (values.length > 0) facets.push({ attribute: key, label, group, values })
  }
  return facets
}
