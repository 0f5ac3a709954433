import type { Attribute } from '#contracts/facts/attribute.ts'
import { FORM_PART_LABELS, findFactKey, toFormPart } from '#contracts/submissions/form-parts.ts'
import { RETURN_MESSAGES as MESSAGES } from '#contracts/submissions/messages.ts'
import type { ReturnReasonInput, StoredReason } from '#contracts/submissions/return-reasons.ts'
import { invalidField } from '#server/platform/app-error.ts'

/**
 * Adds to reasons the names of their parts and attributes, as the vendor reads them. Throws `invalid` if an attribute is
 * not among those that the form has.
 */
export const nameReasons = (reasons: readonly ReturnReasonInput[], attributes: readonly Attribute[]): StoredReason[] =>
  reasons.map(({ path, message }, index) => {
    const key = findFactKey(path)
    if (key === undefined) return { path, label: FORM_PART_LABELS[toFormPart(path)], message }
    const attribute = attributes.find((other) => other.key === key)
    if (!attribute) throw invalidField(`reasons.${index}.path`, MESSAGES.unknownAttribute)
    return { path, label: attribute.label, message }
  })
