import { Form } from 'antd'
import type { ReactNode } from 'react'
import type { FieldSide, Values } from './use-field-side.ts'
import type { VersionedFormView } from './use-versioned-form.ts'

type VersionedFieldsProps<Value extends Values> = {
  side: FieldSide<Value>
  saving: VersionedFormView<Value>
  /** The prefix of field ids, so that a screen may have two forms. */
  name: string
  label?: string
  className?: string
  disabled?: boolean
  /** Whether required fields are marked. */
  requiredMark?: boolean
  children: ReactNode
}

/** Ant Design's form around the fields of a versioned form. */
export function VersionedFields<Value extends Values>({
  side,
  saving,
  label,
  requiredMark = false,
  ...props
}: VersionedFieldsProps<Value>) {
  return (
    <Form
      {...props}
      {...(label ? { 'aria-label': label } : {})}
      form={side.form}
      layout="vertical"
      requiredMark={requiredMark}
      scrollToFirstError={{ focus: true }}
      initialValues={side.first.value}
      onValuesChange={side.edited}
      onFinish={() => void saving.save()}
    />
  )
}
