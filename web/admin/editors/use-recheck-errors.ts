import { useEffect } from 'react'
import type { FieldError } from '#contracts/errors.ts'
import type { JsonObject } from '#contracts/rules/is-object.ts'
import { getValueAt, parsePath } from '../components/json-path.ts'
import { useEditor } from './editor-context.tsx'

/** Edits within this time are checked together. */
const RECHECK_DELAY_MS = 300

/**
 * Clears a syntax error and the errors of fields soon after an edit fixes them; see `recheckErrors` for those that the
 * server reported.
 */
export function useRecheckErrors(): void {
  const { resource, store, viewState } = useEditor()
  useEffect(() => {
    let checkedDocument = store.get().document
    let timer: ReturnType<typeof setTimeout> | undefined
    const recheck = () => {
      timer = undefined
      store.clearFixedJsonError()
      const content = store.read()
      if (!('document' in content)) return
      const { document } = content
      viewState.setErrors(
        recheckErrors({
          errors: viewState.getErrors(),
          checkedDocument,
          document,
          currentErrors: resource.validate(document, store.get().loaded.value),
        }),
      )
      checkedDocument = document
    }
    const unsubscribe = store.subscribe(() => {
      if (store.get().jsonError || viewState.getErrors().length > 0) timer ??= setTimeout(recheck, RECHECK_DELAY_MS)
      else checkedDocument = store.get().document
    })
    return () => {
      clearTimeout(timer)
      unsubscribe()
    }
  }, [resource, store, viewState])
}

type RecheckInput = {
  /** The errors that are shown. */
  errors: readonly FieldError[]
  /** The document to which the shown errors belong. */
  checkedDocument: JsonObject
  /** The edited document. */
  document: JsonObject
  /** The validation errors of the edited document. */
  currentErrors: readonly FieldError[]
}

/**
 * Returns the errors that remain after an edit: those that validation still reports, and server errors at unchanged
 * fields. New errors are not shown before the next save.
 */
export function recheckErrors({ errors, checkedDocument, document, currentErrors }: RecheckInput): FieldError[] {
  return errors.flatMap((error) => {
    const currentError = currentErrors.find(({ path }) => path === error.path)
    if (currentError) return [currentError]
    const path = parsePath(error.path)
    return Object.is(getValueAt(checkedDocument, path), getValueAt(document, path)) ? [error] : []
  })
}
