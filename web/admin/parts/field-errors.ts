/** Shows field errors in an Ant Design form. */
import type { FormInstance } from 'antd'
import type { FieldError } from '#contracts/errors.ts'
import { isCallFailure } from '../../shared/call-failure.ts'
import { valueAt } from './json-path.ts'

/**
 * Sets the errors of fields, replacing former ones, and scrolls to the first. An error below a field's path belongs to
 * the field. Returns whether each error has a field.
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

/** Marks the fields of a form that the server refused. */
export function showFieldErrors(form: FormInstance, error: unknown): void {
  setErrors(form, isCallFailure(error) ? (error.errors ?? []) : [])
}

/** Returns whether a refusal is told at fields: then the form as a whole has nothing more to say. */
export const hasFieldErrors = (error: unknown): boolean => isCallFailure(error) && Boolean(error.errors?.length)

/** Clears the errors of all fields, or of the changed ones. Ant Design keeps errors that none of its own rules set. */
export function clearErrors(form: FormInstance, changed?: object): void {
  const wrong = form.getFieldsError().filter(({ errors }) => errors.length > 0)
  const affected = changed ? wrong.filter(({ name }) => valueAt(changed, name) !== undefined) : wrong
  if (affected.length > 0) form.setFields(affected.map(({ name }) => ({ name, errors: [] })))
}
