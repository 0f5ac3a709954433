/** Shows and clears the field errors of an Ant Design form. */
import type { FormInstance } from 'antd'
import type { FieldError } from '#contracts/errors.ts'
import { isCallError } from '../../shared/call-error.ts'
import { getValueAt, type JsonPath } from './json-path.ts'

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

/** Clears the errors of all fields. */
export const clearFieldErrors = (form: FormInstance): void => clearErrors(form, () => true)

/** Clears the errors of the fields in `changedValues`. Ant Design itself only clears errors of its own rules. */
export const clearErrorsOfChanges = (form: FormInstance, changedValues: object): void =>
  clearErrors(form, (name) => getValueAt(changedValues, name) !== undefined)

function clearErrors(form: FormInstance, isToClear: (name: JsonPath) => boolean): void {
  const fieldsToClear = form.getFieldsError().filter(({ name, errors }) => errors.length > 0 && isToClear(name))
  if (fieldsToClear.length > 0) form.setFields(fieldsToClear.map(({ name }) => ({ name, errors: [] })))
}
