import type { FormInstance } from 'antd'
import { isReadFailure } from '../../shared/read-failure.ts'

/** Says at the fields of a form what the server refused of them, and leads to the first. `names` in their order. */
export function showFieldFaults(form: FormInstance, error: unknown, names: readonly string[]): void {
  const said = isReadFailure(error) ? (error.errors ?? []) : []
  const wrong = names.flatMap((name) => {
    const found = said.find(({ path }) => path === name)
    return found ? [{ name, errors: [found.message] }] : []
  })
  form.setFields(wrong)
  if (wrong[0]) form.scrollToField(wrong[0].name, { focus: true })
}

/** Whether a refusal is told at fields: then the form as a whole has nothing more to say. */
export const isToldAtFields = (error: unknown): boolean => isReadFailure(error) && Boolean(error.errors?.length)
