/** Shows and clears the field errors of an Ant Design form. */
import type { FormInstance } from 'antd'
import type { FieldError } from '#contracts/errors.ts'
import { isCallError } from '../../shared/call-error.ts'
import { getValueAt } from './json-path.ts'

/**
 * Shows errors at their fields, replacing earlier ones, and scrolls to the first field. An error whose path is within a
 * field's value is shown at that field. Returns whether every error could be shown.
 */
export function showFieldErrors(form: FormInstance, errors: readonly FieldError[]): boolean {
  clearFieldErrors(form)
  const fields = form.getFieldsError().map(({ name }) => ({ name, path: name.join('.') }))
  const fieldErrors = errors.flatMap(({ path, message }) => {
    const field = fields.findLast((item) => item.path === path || path.startsWith(`${item.path}.`))
    return field ? [{ name: field.name, errors: [message] }] : []
  })
  form.setFields(fieldErrors)
  if (fieldErrors[0]) form.scrollToField(fieldErrors[0].name, { focus: true, block: 'center' })
  return fieldErrors.length === errors.length
}

/** Shows the field errors of a failed call; none if it failed for another reason. */
export function showServerErrors(form: FormInstance, error: unknown): void {
  showFieldErrors(form, isCallError(error) ? (error.errors ?? []) : [])
}

/** Returns whether an error has field errors, which make a message above the form unnecessary. */
export const hasFieldErrors = (error: unknown): boolean => isCallError(error) && Boolean(error.errors?.length)

/**
 * Clears the errors of all fields, or only of those in `changedValues`. Ant Design itself only clears errors of its own
 * rules.
 */
export function clearFieldErrors(form: FormInstance, changedValues?: object): void {
  const invalidFields = form.getFieldsError().filter(({ errors }) => errors.length > 0)
  const fieldsToClear = changedValues
    ? invalidFields.filter(({ name }) => getValueAt(changedValues, name) !== undefined)
    : invalidFields
  if (fieldsToClear.length > 0) form.setFields(fieldsToClear.map(({ name }) => ({ name, errors: [] })))
}
