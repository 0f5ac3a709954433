import { Form, type FormInstance } from 'antd'
import { useMemo, useState } from 'react'
import type { FieldError } from '#contracts/errors.ts'
import { createFieldEdits, type Versioned } from '../../shared/versioned/edits.ts'
import type { VersionedResource } from '../../shared/versioned/versioned-resource.ts'
import { clearErrorsOfChanges, clearFieldErrors, showFieldErrors } from '../components/field-errors.ts'
import { createDifferenceDescriber } from '../editors/form/describe-difference.ts'
import type { DocumentForm, Field } from '../editors/form/form-types.ts'
import { useNoticeToast } from './use-notice-toast.ts'
import { type BaseFormOptions, useVersionedEdits } from './use-versioned-edits.ts'

/** The values of a form by field name. */
export type Values = Record<string, unknown>

type FormOptions<Value extends Values> = Omit<BaseFormOptions<Value>, 'describeDifference'> & {
  /** The version that the form starts with. */
  initial: Versioned<Value>
  /** The form's fields, in sections if it has any. They label the differences between two versions. */
  fields: DocumentForm | readonly Field[]
  /** Normalizes the values of the inputs, for example the `undefined` of a cleared select. */
  normalizeFields?: (values: Value) => Value
  /** Overrides how field errors are shown. Returns whether all of them are shown. */
  showErrors?: (errors: readonly FieldError[], form: FormInstance) => boolean
}

/** A versioned form with Ant Design inputs. */
export type VersionedFormInstance<Value extends Values> = ReturnType<typeof useVersionedForm<Value>>

/** Like `useVersionedEdits`, for the Ant Design form that `VersionedForm` renders. */
export function useVersionedForm<Value extends Values>(
  resource: VersionedResource<Value>,
  options: FormOptions<Value>,
) {
  const {
    initial,
    fields,
    normalizeFields = (values) => values,
    showErrors = (errors, form) => showFieldErrors(form, errors),
    ...baseOptions
  } = options
  const { secrets } = baseOptions
  const [antForm] = Form.useForm()
  const [edits] = useState(() =>
    createFieldEdits(initial, {
      read: () => normalizeFields(antForm.getFieldsValue(true)),
      write(value) {
        antForm.setFieldsValue(value)
        clearFieldErrors(antForm)
      },
    }),
  )
  const setErrors = (errors: readonly FieldError[]) => showErrors(errors, antForm)
  /** Records an edit and clears the errors of the fields that were typed in. Must be called after each edit. */
  const markEdited = (changedValues: object = {}): void => {
    clearErrorsOfChanges(antForm, changedValues)
    edits.recordChange()
  }
  const describeDifference = useMemo(() => createDifferenceDescriber(fields, secrets), [fields, secrets])
  const showNotice = useNoticeToast()
  const form = useVersionedEdits(resource, { ...baseOptions, edits, describeDifference, setErrors, showNotice })
  return {
    ...form,
    edits,
    initial,
    antForm,
    setErrors,

    /** Sets a field from outside its input, for example by a button. */
    setField(name: keyof Value & string, value: unknown): void {
      antForm.setFieldValue(name, value)
      markEdited()
    },

    markEdited,
  }
}
