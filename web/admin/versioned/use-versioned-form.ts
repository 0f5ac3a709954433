import { Form, type FormInstance } from 'antd'
import { useState } from 'react'
import type { FieldError } from '#contracts/errors.ts'
import { createFieldEdits, type Versioned } from '../../shared/versioned/edits.ts'
import type { VersionedResource } from '../../shared/versioned/versioned-form.ts'
import { clearErrors, setErrors } from '../parts/field-errors.ts'
import { useNoticeToast } from './use-notice-toast.ts'
import { type BaseFormOptions, useVersionedEdits } from './use-versioned-edits.ts'

/** The values of a form by field name. */
export type Values = Record<string, unknown>

type FormOptions<Value extends Values> = BaseFormOptions<Value> & {
  /** The version that the form starts with. */
  initial: Versioned<Value>
  /** Converts the field values to the form's value, for example by replacing the `undefined` of a cleared select. */
  toValue?: (fields: Value) => Value
  /** Overrides how field errors are shown. Returns whether all of them are shown. */
  showErrors?: (errors: readonly FieldError[], fields: FormInstance) => boolean
}

/** A versioned form with Ant Design fields. */
export type FieldsFormView<Value extends Values> = ReturnType<typeof useVersionedForm<Value>>

/**
 * Edits a versioned object in an Ant Design form, rendered by `VersionedForm`. Every back-office form with concurrent
 * editors uses this. See `useVersionedEdits` for its behaviour.
 */
export function useVersionedForm<Value extends Values>(
  resource: VersionedResource<Value>,
  {
    initial,
    toValue = (fields) => fields,
    showErrors = (errors, form) => setErrors(form, errors),
    ...baseOptions
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
  const form = useVersionedEdits(resource, {
    ...baseOptions,
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

    /** Must be called after field changes; `changed` is omitted for changes made by a button. */
    markEdited(changed: object = {}): void {
      clearErrors(fields, changed)
      edits.edited()
    },
  }
}
