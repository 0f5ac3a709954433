import { useEffect } from 'react'
import type { FieldError } from '#contracts/errors.ts'
import type { JsonObject } from '#contracts/rules/is-object.ts'
import { getValueAt, parsePath } from '../components/json-path.ts'
import { useEditor } from './editor-context.tsx'

const RECHECK_DEBOUNCE_MS = 300

/** Clears the errors of fields as soon as an edit fixes them. */
export function useRecheckErrors(): void {
  const { subject, store, view } = useEditor()
  useEffect(() => {
    let before = store.get().document
    let timer: ReturnType<typeof setTimeout> | undefined
    const recheck = () => {
      timer = undefined
      const now = store.read()
      if (!('document' in now)) return
      view.setErrors(
        recheckErrors({
          errors: view.getErrors(),
          before,
          now: now.document,
          currentErrors: subject.validate(now.document, store.get().loaded.value),
        }),
      )
      before = now.document
    }
    const unsubscribe = store.subscribe(() => {
      if (view.getErrors().length > 0) timer ??= setTimeout(recheck, RECHECK_DEBOUNCE_MS)
      else before = store.get().document
    })
    return () => {
      clearTimeout(timer)
      unsubscribe()
    }
  }, [subject, store, view])
}

type RecheckInput = {
  /** The errors that are shown. */
  errors: readonly FieldError[]
  /** The document that they refer to, and the edited document. */
  before: JsonObject
  now: JsonObject
  /** The validation errors of the current document. */
  currentErrors: readonly FieldError[]
}

/**
 * Returns the errors that remain after an edit: those that validation still reports, and server errors at unchanged
 * fields. New errors are not shown before the next save.
 */
export function recheckErrors({ errors, before, now, currentErrors }: RecheckInput): FieldError[] {
  return errors.flatMap((error) => {
    const currentError = currentErrors.find(({ path }) => path === error.path)
    if (currentError) return [currentError]
    const path = parsePath(error.path)
    return Object.is(getValueAt(before, path), getValueAt(now, path)) ? [error] : []
  })
}
