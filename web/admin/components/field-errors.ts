/** Shows field errors in an Ant Design form. */
import type { FormInstance } from 'antd'
import type { FieldError } from '#contracts/errors.ts'
import { isCallError } from '../../shared/call-error.ts'
import { getValueAt } from './json-path.ts'

/**
 * Shows errors at their fields, replacing earlier ones, and scrolls to the first. An error at a path within a field's
 * value belongs to the field. Returns whether every error has a field.
 */
export function setErrors(form: FormInstance, errors: readonly FieldError[]): boolean {
  clearErrors(form)
  const fields = form.getFieldsError().map(({ name }) => ({ name, path: name.join('.') }))
  const marks = errors.flatMap(({ path, message }) => {
    const field = fields.findLast((item) => item.path === path || path.startsWith(`${item.path}.`))
    return field ? [{ name: field.name, errors: [message] }] : []
  })
  form.setFields(marks)
  if (marks[0]) form.scrollToField(marks[0].name, { focus: true, block: 'center' })
  return marks.length === errors.length
}

/** Shows the server's field errors in a form. */
export function showFieldErrors(form: FormInstance, error: unknown): void {
  setErrors(form, isCallError(error) ? (error.errors ?? []) : [])
}

/** Returns whether an error has field errors, so that no message above the form is needed. */
export const hasFieldErrors = (error: unknown): boolean => isCallError(error) && Boolean(error.errors?.length)

/** Clears the errors of all fields, or of the changed ones. Ant Design itself only clears errors set by its rules. */
export function clearErrors(form: FormInstance, changed?: object): void {
  const invalid = form.getFieldsError().filter(({ errors }) => errors.length > 0)
  const affected = changed ? invalid.filter(({ name }) => getValueAt(changed, name) !== undefined) : invalid
  if (affected.length > 0) form.setFields(affected.map(({ name }) => ({ name, errors: [] })))
}
