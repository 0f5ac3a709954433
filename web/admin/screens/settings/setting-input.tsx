import { Checkbox, Form, Input, Switch } from 'antd'
import { type ReactElement, useId } from 'react'
import { FILE_TYPES } from '#contracts/settings/settings.ts'
import { NumberInput } from '../../components/number-input.tsx'
import { RichTextInput } from './rich-text-input.tsx'
import type { SettingField } from './setting-fields.ts'

const FILE_TYPE_OPTIONS = FILE_TYPES.map((type) => ({ value: type, label: `.${type}` }))

type SettingInputProps = {
  field: SettingField
  isReadOnly: boolean
  /** The saved version that is being edited. */
  version: number
}

const NUMBER_RULES = [{ required: true, message: '请输入数字' }]

/** The input of one setting, with its hint below. */
export function SettingInput({ field, isReadOnly, version }: SettingInputProps) {
  if (field.kind === 'switch') return <SwitchRow field={field} isReadOnly={isReadOnly} />
  return (
    <Form.Item
      name={field.key}
      label={field.label}
      extra={field.hint}
      rules={field.kind === 'number' ? NUMBER_RULES : []}
    >
      {createInput(field, { isReadOnly, version })}
    </Form.Item>
  )
}

type InputOptions = { isReadOnly: boolean; version: number }

function createInput(
  field: Exclude<SettingField, { kind: 'switch' }>,
  { isReadOnly, version }: InputOptions,
): ReactElement {
  switch (field.kind) {
    case 'text':
      return <Input maxLength={field.maxLength} readOnly={isReadOnly} inputMode={field.inputMode} />
    case 'number':
      // Without `min` and `max`: the input would silently clamp the number and save it.
      return <NumberInput className="w-40" precision={0} suffix={field.unit} disabled={isReadOnly} />
    case 'file-types':
      return (
        <Checkbox.Group
          className="flex flex-wrap gap-x-5 *:min-h-11 *:items-center"
          options={FILE_TYPE_OPTIONS}
          disabled={isReadOnly}
        />
      )
    case 'rich-text':
      return <RichTextInput label={field.label} isReadOnly={isReadOnly} version={version} />
  }
}

/** A row with a label and its hint on the left, the switch on the right, and its error below both. */
function SwitchRow({ field, isReadOnly }: Pick<SettingInputProps, 'field' | 'isReadOnly'>) {
  const id = useId()
  return (
    // The outer item shows the errors of the inner one, whose own place is too narrow for them.
    <Form.Item className="mb-5 border-b border-line pb-5">
      <div className="flex items-start justify-between gap-6">
        <div className="min-w-0">
          <label htmlFor={id} className="block">
            {field.label}
          </label>
          <p id={`${id}-hint`} className="text-sm text-muted">
            {field.hint}
          </p>
        </div>
        <span className="flex min-h-11 shrink-0 items-center">
          <Form.Item name={field.key} valuePropName="checked" noStyle>
            <Switch
              id={id}
              aria-describedby={`${id}-hint`}
              disabled={isReadOnly}
              checkedChildren="开"
              unCheckedChildren="关"
            />
          </Form.Item>
        </span>
      </div>
    </Form.Item>
  )
}
