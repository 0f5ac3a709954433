import type { UseFormSetError } from 'react-hook-form'
import { SUBMISSION_LABELS } from '#contracts/request-labels.ts'
import { isReadFailure } from '../../../shared/read-failure.ts'
import type { SubmissionValues } from './fields.ts'

const isField = (path: string): path is keyof SubmissionValues => Object.hasOwn(SUBMISSION_LABELS, path)

/**
 * Puts what the server said of single fields under them and goes to the first. Gives whether it said anything that a
 * field of the form can show.
 */
export function showFieldErrors(error: unknown, setError: UseFormSetError<SubmissionValues>): boolean {
  const errors = (isReadFailure(error) ? error.errors : undefined)?.filter(({ path }) => isField(path)) ?? []
  for (const [index, { path, message }] of errors.entries())
    if (isField(path)) setError(path, { type: 'server', message }, { shouldFocus: index === 0 })
  return errors.length > 0
}

/** What the server said beyond the form's own sentence; a lost connection says nothing more. */
export const failureDetail = (error: unknown): string => (isReadFailure(error) && error.status > 0 ? error.message : '')
