import type { FieldError } from '../errors.ts'
import { STEP_TOO_LOW } from '../fields.ts'
import { STEP } from '../limits.ts'
import { isObject, type JsonObject } from '../rules/is-object.ts'
import type { DocumentKind } from '../vocabulary.ts'

/** Where a document numbers the steps of a process. */
const STEPS: Partial<Record<DocumentKind, { path: readonly string[]; key: string }>> = {
  community: { path: ['joinProcess', 'steps'], key: 'stepNumber' },
  selection: { path: ['serviceProcess'], key: 'step' },
  evaluation: { path: ['evaluationProcess', 'steps'], key: 'stepNumber' },
  submit: { path: ['submitProcess', 'steps'], key: 'stepNumber' },
}

/**
 * Lists the steps of a document to be saved whose number is below 1. The schemas accept 0, which stored documents may
 * contain.
 */
export function listStepErrors(kind: DocumentKind, document: JsonObject): FieldError[] {
  const place = STEPS[kind]
  if (!place) return []
  const { path, key } = place
  const steps = path.reduce<unknown>((value, name) => (isObject(value) ? value[name] : undefined), document)
  if (!Array.isArray(steps)) return []
  return steps.flatMap((step: unknown, index) =>
    isObject(step) && Number(step[key]) < STEP.first
      ? [{ path: [...path, index, key].join('.'), message: STEP_TOO_LOW }]
      : [],
  )
}
