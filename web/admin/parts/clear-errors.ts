import type { FormInstance } from 'antd'
import { valueAt } from './json-path.ts'

/** Takes away what was said at fields, which Ant Design keeps where no rule of its own said it: at all, or at those that changed. */
export function clearErrors(form: Pick<FormInstance, 'getFieldsError' | 'setFields'>, changed?: object): void {
  const wrong = form.getFieldsError().filter(({ errors }) => errors.length > 0)
  const over = changed ? wrong.filter(({ name }) => valueAt(changed, name) !== undefined) : wrong
  if (over.length > 0) form.setFields(over.map(({ name }) => ({ name, errors: [] })))
}
