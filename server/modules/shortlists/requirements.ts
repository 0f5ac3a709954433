import type { FieldError } from '#contracts/errors.ts'
import type { Attribute } from '#contracts/facts/attribute.ts'
import { isFilterableType } from '#contracts/facts/vocabulary.ts'
import { getFilterValueLabel, listPossibleValues } from '#contracts/rules/facts/filter-values.ts'
import type { Requirement, Requirements } from '#contracts/rules/shortlists/match-product.ts'
import { SHORTLIST_MESSAGES as MESSAGES } from '#contracts/shortlists/messages.ts'
import type { LabeledRequirement } from '#contracts/shortlists/shortlist.ts'

/** The attributes that a requirement may name, by key. */
export type FilterableAttributes = ReadonlyMap<string, Attribute>

/** Returns the attributes by which products can be filtered, by key. */
export const toFilterableAttributes = (attributes: readonly Attribute[]): FilterableAttributes =>
  new Map(attributes.filter(({ type }) => isFilterableType(type)).map((attribute) => [attribute.key, attribute]))

/** Returns an error with its path for each unknown attribute or value of the requirements. */
export function listRequirementErrors(requirements: Requirements, attributes: FilterableAttributes): FieldError[] {
  return (['required', 'preferred'] as const).flatMap((kind) =>
    requirements[kind].flatMap(({ attribute: key, values }, index): FieldError[] => {
      const attribute = attributes.get(key)
      if (!attribute) return [{ path: `${kind}.${index}.attribute`, message: MESSAGES.attributeUnknown }]
      const possibleValues = listPossibleValues(attribute)
      return values.flatMap((value, position) =>
        possibleValues.includes(value)
          ? []
          : { path: `${kind}.${index}.values.${position}`, message: MESSAGES.unknownValue },
      )
    }),
  )
}

/** Returns a requirement with the labels of its attribute and values. */
export const labelRequirement = (
  { attribute, values, grade }: Requirement,
  attributes: FilterableAttributes,
): LabeledRequirement => ({
  attribute,
  label: attributes.get(attribute)?.label ?? attribute,
  valueLabels: values.map(getFilterValueLabel),
  minGrade: grade ?? null,
})
