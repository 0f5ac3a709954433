import type { FieldValues, Path, UseFormSetError } from 'react-hook-form'
import { findFieldMessage, toErrorMessage } from '../../shared/call-error.ts'

type FormWithErrors<Fields extends FieldValues> = {
  /** The fields that can show server errors, in the order of the form. */
  names: readonly Path<Fields>[]
  setError: UseFormSetError<Fields>
}

/** Shows the field errors of a failed call and focuses the first field. Returns whether there are field errors. */
export function showFieldErrors<Fields extends FieldValues>(
  error: unknown,
  { names, setError }: FormWithErrors<Fields>,
): boolean {
  const errors = names.flatMap((name) => {
    const message = findFieldMessage(error, name)
    return message === undefined ? [] : [{ name, message }]
  })
  for (const [index, { name, message }] of errors.entries())
    setError(name, { type: 'server', message }, { shouldFocus: index === 0 })
  return errors.length > 0
}

/**
 * Shows the error of a failed call in its form: at the fields that the server lists, else as the form's error, with the
 * server's message or `fallback`. Returns whether there are field errors.
 */
export function showError<Fields extends FieldValues>(
  error: unknown,
  form: FormWithErrors<Fields>,
  fallback?: string,
): boolean {
  if (showFieldErrors(error, form)) return true
  form.setError('root', { message: toErrorMessage(error, fallback) })
  return false
}
