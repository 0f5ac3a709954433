import { App, Form } from 'antd'
import { useId, useState } from 'react'
import type { FieldError } from '#contracts/errors.ts'
import { createFieldEdits, type Versioned } from '../../shared/versioned/edits.ts'
import type { Notice } from '../../shared/versioned/versioned-form.ts'
import { clearErrors, setErrors } from '../parts/field-errors.ts'

/** A form's fields and what they hold. */
export type Values = Record<string, unknown>

export type AntFormBinding<Value extends Values> = ReturnType<typeof useFormBinding<Value>>

/** Connects Ant Design's form. `toValue` converts field values, such as `undefined` of a cleared selection. */
export function useFormBinding<Value extends Values>(
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

    /** Success is shown briefly; a failure stays above the form (`SavingOutcome`) until the next outcome. */
    showNotice(notice: Notice | null): void {
      if (notice?.kind === 'success') message.success({ key: noticeKey, content: notice.text })
      else message.destroy(noticeKey)
    },
  }
}
