import type { FormInstance } from 'antd'
import { useEffect, useState } from 'react'
import type { FieldError } from '#contracts/errors.ts'
import { clearFieldErrors } from '../../components/field-errors.ts'
import { parsePath } from '../../components/json-path.ts'

/** A new object for each request, so that the same field can be focused again. */
type FieldToFocus = { path: string }

/** Shows errors at the fields of the mail form. `openTab` opens the tab of a field. */
export function useMailFieldErrors(openTab: (path: string) => void) {
  const [fieldToFocus, setFieldToFocus] = useState<FieldToFocus | null>(null)

  /** Opens the tab of a field and focuses it. */
  function focus(path: string): void {
    openTab(path)
    setFieldToFocus({ path })
  }

  return {
    fieldToFocus,
    focus,
    cancelFocus: () => setFieldToFocus(null),

    /** Shows errors and focuses the first invalid field. Returns true, since every field is in the form. */
    show(errors: readonly FieldError[], form: FormInstance): boolean {
      clearFieldErrors(form)
      form.setFields(errors.map(({ path, message }) => ({ name: [...parsePath(path)], errors: [message] })))
      if (errors[0]) focus(errors[0].path)
      return true
    },
  }
}

/** Focuses a field of a visible tab; none if `field` is null. */
export function useFocusOnRequest(form: FormInstance, field: FieldToFocus | null): void {
  useEffect(() => {
    if (!field) return
    // Ant Design shows a tab one frame after it was selected.
    const frame = requestAnimationFrame(() => {
      form.scrollToField([...parsePath(field.path)], { focus: true, block: 'center' })
    })
    return () => cancelAnimationFrame(frame)
  }, [form, field])
}
