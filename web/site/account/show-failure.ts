import type { FieldValues, Path, UseFormSetError } from 'react-hook-form'
import type { ReadFailure } from '../../shared/read-failure.ts'

/**
 * Shows a failed call in its form: under the fields that the server names, the first of which is focused, else above
 * the button. Gives whether a field was named.
 */
export function showFailure<Fields extends FieldValues>(
  failure: ReadFailure,
  names: readonly Path<Fields>[],
  setError: UseFormSetError<Fields>,
): boolean {
  const wrong = (failure.errors ?? []).flatMap(({ path, message }) =>
    names.filter((name) => name === path).map((name) => ({ name, message })),
  )
  for (const [at, { name, message }] of wrong.entries()) setError(name, { message }, { shouldFocus: at === 0 })
  if (wrong.length === 0) setError('root', { message: failure.message })
  return wrong.length > 0
}
