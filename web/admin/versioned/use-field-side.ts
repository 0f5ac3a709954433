import { App, Form } from 'antd'
import { useId, useState } from 'react'
import type { FieldError } from '#contracts/errors.ts'
import { clearErrors, setErrors } from '../parts/field-errors.ts'
import { createFieldEdits, type Versioned } from './edits.ts'
import type { Notice } from './versioned-form.ts'

/** A form's fields and what they hold. */
export type Values = Record<string, unknown>

export type FieldSide<Value extends Values> = ReturnType<typeof useFieldSide<Value>>

/**
 * Ant Design's form as what is edited. `toValue` makes a value of what its fields hold, if that is something else: a
 * cleared selection is `undefined`.
 */
export function useFieldSide<Value extends Values>(
  first: Versioned<Value>,
  toValue = (fields: Value): Value => fields,
) {
  const { message } = App.useApp()
  const [form] = Form.useForm()
  const noticeKey = useId()
  const [edits] = useState(() =>
    createFieldEdits(first, {
      read: () => toValue(form.getFieldsValue(true)),
      show(value) {
        form.setFieldsValue(value)
        clearErrors(form)
      },
    }),
  )

  return {
    form,
    edits,
    first,

    /** After a change of fields; without `changed` after one that a button made. */
    edited(changed: object = {}): void {
      clearErrors(form, changed)
      edits.edited()
    },

    setErrors: (errors: readonly FieldError[]): boolean => setErrors(form, errors),

    /** Success passes by; a failure stays above the form (`SavingOutcome`). The next outcome takes either away. */
    showNotice(notice: Notice | null): void {
      if (notice?.kind === 'success') message.success({ key: noticeKey, content: notice.text })
      else message.destroy(noticeKey)
    },
  }
}
