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
  /** Normalizes what the fields return, for example the `undefined` of a cleared select. */
  normalizeFields?: (fields: Value) => Value
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
    normalizeFields = (fields) => fields,
    showErrors = (errors, form) => setErrors(form, errors),
    ...baseOptions
  }: FormOptions<Value>,
) {
  const [fields] = Form.useForm()
  const [edits] = useState(() =>
    createFieldEdits(initial, {
      read: () => normalizeFields(fields.getFieldsValue(true)),
      show(value) {
        fields.setFieldsValue(value)
        clearErrors(fields)
      },
    }),
  )
  const showFieldErrors = (errors: readonly FieldError[]) => showErrors(errors, fields)
  /** Must be called after field changes; `changed` is omitted if they can't be named. */
  const markEdited = (changed: object = {}): void => {
    clearErrors(fields, changed)
    edits.edited()
  }
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

    /** Sets a field from outside its input, for example by a button. */
    setField(name: keyof Value & string, value: unknown): void {
      fields.setFieldValue(name, value)
      markEdited()
    },

    markEdited,
  }
}
