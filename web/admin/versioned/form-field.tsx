import { Form, type FormItemProps, Input, Select, Switch } from 'antd'
import type { ReactElement } from 'react'
import type { Field } from '../editors/form/form-types.ts'

type FormFieldProps = Omit<FormItemProps, 'name' | 'children'> & {
  field: Field
  /** The path of the object that contains the field; within a `Form.List`, the index of the item. */
  path?: readonly (string | number)[]
  /** The input. Default: the standard input for the field's kind. */
  children?: ReactElement
}

/** A field of an Ant Design form, from the definition that also labels it in the comparison of two versions. */
export const FormField = ({ field, path = [], children = createInput(field), ...props }: FormFieldProps) => (
  <Form.Item
    label={field.label}
    name={[...path, field.key]}
    extra={field.hint}
    {...(field.kind === 'switch' ? { valuePropName: 'checked' } : {})}
    {...props}
  >
    {children}
  </Form.Item>
)

function createInput(field: Field): ReactElement {
  if (field.kind === 'select') return <Select options={[...field.options]} />
  if (field.kind === 'switch') return <Switch checkedChildren="是" unCheckedChildren="否" />
  const { maxLength, inputMode } = field.kind === 'text' ? field : {}
  return <Input autoComplete="off" spellCheck={false} maxLength={maxLength} inputMode={inputMode} />
}
