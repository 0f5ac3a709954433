import type { FieldError } from '#contracts/errors.ts'
import type { Attribute } from '#contracts/facts/attribute.ts'
import { listPossibleValues } from '#contracts/rules/facts/filter-values.ts'
import { isPrice } from '#contracts/rules/facts/prices.ts'
import { describeAccepted, isRequirable } from '#contracts/rules/shortlists/describe-accepted.ts'
import { isLimit, type Requirement, type Requirements } from '#contracts/rules/shortlists/match-product.ts'
import { SHORTLIST_MESSAGES as MESSAGES } from '#contracts/shortlists/messages.ts'
import type { LabeledRequirement } from '#contracts/shortlists/shortlist.ts'

/** The attributes that a requirement may name, by key. */
export type RequirableAttributes = ReadonlyMap<string, Attribute>

/** Returns the attributes about which requirements can be made, by key. */
export const toRequirableAttributes = (attributes: readonly Attribute[]): RequirableAttributes =>
  new Map(attributes.filter(isRequirable).map((attribute) => [attribute.key, attribute]))

/** Returns an error with its path for each unknown attribute or value of the requirements. */
export const listRequirementErrors = (requirements: Requirements, attributes: RequirableAttributes): FieldError[] =>
  (['required', 'preferred'] as const).flatMap((kind) =>
    requirements[kind].flatMap((requirement, index) =>
      listErrors(requirement, attributes).map(({ path, message }) => ({ path: `${kind}.${index}.${path}`, message })),
    ),
  )

function listErrors(requirement: Requirement, attributes: RequirableAttributes): FieldError[] {
  const attribute = attributes.get(requirement.attribute)
  if (!attribute) return [{ path: 'attribute', message: MESSAGES.attributeUnknown }]
  if (isLimit(requirement)) return isPrice(attribute) ? [] : [{ path: 'atMost', message: MESSAGES.noLimit }]
  if (isPrice(attribute)) return [{ path: 'values', message: MESSAGES.onlyLimit }]
  const possibleValues = listPossibleValues(attribute)
  return requirement.values.flatMap((value, position) =>
    possibleValues.includes(value) ? [] : { path: `values.${position}`, message: MESSAGES.unknownValue },
  )
}

/** Returns a requirement with the labels of its attribute and of what it accepts. */
export function labelRequirement(requirement: Requirement, attributes: RequirableAttributes): LabeledRequirement {
  const { attribute: key, grade } = requirement
  const attribute = attributes.get(key)
  return {
    attribute: key,
    label: attribute?.label ?? key,
    valueLabels: describeAccepted(requirement, attribute?.unit),
    minGrade: grade ?? null,
  }
}
