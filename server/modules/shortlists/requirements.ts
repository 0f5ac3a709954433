import type { FieldError } from '#contracts/errors.ts'
import type { Attribute } from '#contracts/facts/attribute.ts'
import {
  FILTER_VALUE_LABELS,
  hasChoices,
  isFilterableType,
  SPECIAL_FILTER_VALUES,
  YES_NO_VALUES,
} from '#contracts/facts/vocabulary.ts'
import type { Requirement, Requirements } from '#contracts/rules/shortlists/match-product.ts'
import { SHORTLIST_MESSAGES as TEXTS } from '#contracts/shortlists/messages.ts'
import type { NamedRequirement } from '#contracts/shortlists/shortlist.ts'

/** The attributes that a requirement may name, by their keys. */
export type FilterableAttributes = ReadonlyMap<string, Attribute>

export const getFilterable = (attributes: readonly Attribute[]): FilterableAttributes =>
  new Map(attributes.filter(({ type }) => isFilterableType(type)).map((attribute) => [attribute.key, attribute]))

/** Returns what is wrong with requirements: unknown attributes and values, each at its path. */
export function findRequirementErrors(requirements: Requirements, attributes: FilterableAttributes): FieldError[] {
  return (['musts', 'wants'] as const).flatMap((kind) =>
    requirements[kind].flatMap(({ attribute: key, values }, index): FieldError[] => {
      const attribute = attributes.get(key)
      if (!attribute) return [{ path: `${kind}.${index}.attribute`, message: TEXTS.attributeUnknown }]
      return values.flatMap((value, position) =>
        isValueOf(attribute, value) ? [] : { path: `${kind}.${index}.values.${position}`, message: TEXTS.valueUnknown },
      )
    }),
  )
}

function isValueOf({ type, choices }: Attribute, value: string): boolean {
  if (type === 'yesNo') return YES_NO_VALUES.some((each) => each === value)
  if (!hasChoices(type)) return false
  return choices.includes(value) || (type !== 'choice' && SPECIAL_FILTER_VALUES.some((each) => each === value))
}

const LABELS: Readonly<Record<string, string>> = FILTER_VALUE_LABELS

/** Returns a requirement with its attribute's label and its values as people read them. */
export const nameRequirement = (
  { attribute, values }: Requirement,
  attributes: FilterableAttributes,
): NamedRequirement => ({
  attribute,
  label: attributes.get(attribute)?.label ?? attribute,
  labels: values.map((value) => (Object.hasOwn(LABELS, value) ? (LABELS[value] ?? value) : value)),
})
