import { EvaluationSchema } from '#contracts/documents/evaluation.ts'
import { carryRenamedCriteria } from '#contracts/rules/evaluation/check-standards.ts'
import type { JsonObject } from '#contracts/rules/is-object.ts'

/** Carries renamed criteria over to the profiles of an evaluation document. */
export function completeStandards(document: JsonObject, stored: JsonObject): JsonObject {
  const { evaluationStandards } = EvaluationSchema.parse(document)
  const standards = carryRenamedCriteria(evaluationStandards, EvaluationSchema.parse(stored).evaluationStandards)
  return standards === evaluationStandards ? document : { ...document, evaluationStandards: standards }
}
