import { EvaluationSchema } from '#contracts/documents/evaluation.ts'
import { carryRenamedCriteria, listProfileErrors } from '#contracts/rules/evaluation/check-standards.ts'
import type { JsonObject } from '#contracts/rules/is-object.ts'
import { invalidFields } from '#server/platform/app-error.ts'

/**
 * Carries renamed criteria over to the profiles of an evaluation document. Throws `invalid` if a profile names a criterion
 * that doesn't exist, unless the stored document did so, too: it may predate this check.
 */
export function completeStandards(document: JsonObject, stored: JsonObject): JsonObject {
  const evaluation = EvaluationSchema.parse(document)
  const before = EvaluationSchema.parse(stored).evaluationStandards
  const standards = carryRenamedCriteria(evaluation.evaluationStandards, before)
  const knownMessages = new Set(listProfileErrors(before).map(({ message }) => message))
  const errors = listProfileErrors(standards).filter(({ message }) => !knownMessages.has(message))
  if (errors.length > 0) throw invalidFields(errors)
  return standards === evaluation.evaluationStandards ? document : { ...document, evaluationStandards: standards }
}
