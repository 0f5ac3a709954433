import { App, Form, type FormInstance } from 'antd'
import { useId, useState } from 'react'
import type { FieldError } from '#contracts/errors.ts'
import { clearErrors } from '../parts/clear-errors.ts'
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

    showFaults(faults: readonly FieldError[]): boolean {
      clearErrors(form)
      return markFaults(form, faults)
    },

    /** Success passes by; a failure stays above the form (`SavingOutcome`). The next outcome takes either away. */
    showNotice(notice: Notice | null): void {
      if (notice?.kind === 'success') message.success({ key: noticeKey, content: notice.text })
      else message.destroy(noticeKey)
    },
  }
}

/** Marks fields as wrong and leads to the first. Returns whether each fault has a field; what lies in one is its fault. */
function markFaults(form: FormInstance, faults: readonly FieldError[]): boolean {
  const names = form.getFieldsError().map(({ name }) => name)
  const marks = faults.flatMap(({ path, message }) => {
    const name = names.findLast((each) => path === each.join('.') || path.startsWith(`${each.join('.')}.`))
    return name ? [{ name, errors: [message] }] : []
  })
  form.setFields(marks)
  if (marks[0]) form.scrollToField(marks[0].name, { focus: true, block: 'center' })
  return marks.length === faults.length
}
