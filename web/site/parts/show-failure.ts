import type { FieldValues, Path, UseFormSetError } from 'react-hook-form'
import { failureMessage, fieldErrors } from '../../shared/read-failure.ts'

type FailureForm<Fields extends FieldValues> = {
  /** The fields that can show what the server says of them. */
  names: readonly Path<Fields>[]
  setError: UseFormSetError<Fields>
}

/** Shows what a failed call says of single fields, under them, and focuses the first. Returns whether it named any. */
export function showFieldErrors<Fields extends FieldValues>(
  error: unknown,
  { names, setError }: FailureForm<Fields>,
): boolean {
  const wrong = fieldErrors(error).flatMap(({ path, message }) =>
    names.filter((name) => name === path).map((name) => ({ name, message })),
  )
  for (const [index, { name, message }] of wrong.entries())
    setError(name, { type: 'server', message }, { shouldFocus: index === 0 })
  return wrong.length > 0
}

/**
 * Shows a failed call in its form: under the fields that the server names, else as the whole form's, in the server's
 * words or in `fallback`. Returns whether a field was named.
 */
export function showFailure<Fields extends FieldValues>(
  error: unknown,
  form: FailureForm<Fields>,
  fallback = '',
): boolean {
  if (showFieldErrors(error, form)) return true
  form.setError('root', { message: failureMessage(error, fallback) })
  return false
}
