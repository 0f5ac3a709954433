import { Form } from 'antd'
import type { ReactNode } from 'react'
import { handleUndoKey } from './undo/undo-keys.ts'
import type { AntFormBinding, Values } from './use-form-binding.ts'
import type { VersionedFormView } from './use-versioned-form.ts'

type VersionedFieldsProps<Value extends Values> = {
  binding: AntFormBinding<Value>
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
  binding,
  saving,
  label,
  requiredMark = false,
  ...props
}: VersionedFieldsProps<Value>) {
  return (
    <Form
      {...props}
      {...(label ? { 'aria-label': label } : {})}
      form={binding.form}
      layout="vertical"
      requiredMark={requiredMark}
      scrollToFirstError={{ focus: true }}
      initialValues={binding.first.value}
      onValuesChange={binding.edited}
      onKeyDown={({ nativeEvent }) => handleUndoKey(nativeEvent, (act) => void binding.edits[act]())}
      onFinish={() => void saving.save()}
    />
  )
}
