import { Form, type FormInstance } from 'antd'
import { useState } from 'react'
import type { FieldError } from '#contracts/errors.ts'
import { createFieldEdits, type Versioned } from '../../shared/versioned/edits.ts'
import type { VersionedSource } from '../../shared/versioned/versioned-form.ts'
import { clearErrors, setErrors } from '../parts/field-errors.ts'
import { useNoticeToast } from './use-notice-toast.ts'
import { type FormDescription, useVersionedEdits } from './use-versioned-edits.ts'

/** A form's fields and what they hold. */
export type Values = Record<string, unknown>

type FormOptions<Value extends Values> = FormDescription<Value> & {
  /** What the form begins with. */
  initial: Versioned<Value>
  /** Returns the value of the fields, such as without the `undefined` of a cleared selection. */
  toValue?: (fields: Value) => Value
  /** Shows field errors in another way than at their fields. Returns whether all of them are shown. */
  showErrors?: (errors: readonly FieldError[], fields: FormInstance) => boolean
}

/** A versioned form whose fields are Ant Design's. */
export type FieldsFormView<Value extends Values> = ReturnType<typeof useVersionedForm<Value>>

/**
 * The one way to save a form of the back office that others may save, too; `VersionedForm` draws it. See
 * `useVersionedEdits` for what it does.
 */
export function useVersionedForm<Value extends Values>(
  source: VersionedSource<Value>,
  {
    initial,
    toValue = (fields) => fields,
    showErrors = (errors, form) => setErrors(form, errors),
    ...description
  }: FormOptions<Value>,
) {
  const [fields] = Form.useForm()
  const [edits] = useState(() =>
    createFieldEdits(initial, {
      read: () => toValue(fields.getFieldsValue(true)),
      show(value) {
        fields.setFieldsValue(value)
        clearErrors(fields)
      },
    }),
  )
  const showFieldErrors = (errors: readonly FieldError[]) => showErrors(errors, fields)
  const form = useVersionedEdits(source, {
    ...description,
    edits,
    setErrors: showFieldErrors,
    showNotice: useNoticeToast(),
  })
  return {
    ...form,
    edits,
    initial,
    fields,
    setErrors: showFieldErrors,

    /** Call this after a change of fields; without `changed` after one that a button made. */
    markEdited(changed: object = {}): void {
      clearErrors(fields, changed)
      edits.edited()
    },
  }
}
