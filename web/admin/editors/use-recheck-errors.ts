import { useEffect } from 'react'
import type { FieldError } from '#contracts/errors.ts'
import type { JsonObject } from '#contracts/rules/is-object.ts'
import { parsePath, valueAt } from '../parts/json-path.ts'
import { useEditor } from './editor-context.tsx'

const PAUSE_MS = 300

/** Clears the errors of fields as soon as an edit fixes them. */
export function useRecheckErrors(): void {
  const { subject, store, open } = useEditor()
  useEffect(() => {
    let before = store.get().document
    let timer: ReturnType<typeof setTimeout> | undefined
    const recheck = () => {
      timer = undefined
      const now = store.read()
      if (!('document' in now)) return
      open.setErrors(
        recheckErrors({
          errors: open.errors(),
          before,
          now: now.document,
          matches: subject.validate(now.document, store.get().loaded.value),
        }),
      )
      before = now.document
    }
    const stop = store.subscribe(() => {
      if (open.errors().length > 0) timer ??= setTimeout(recheck, PAUSE_MS)
      else before = store.get().document
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [subject, store, open])
}

type RecheckInput = {
  /** The errors that were found. */
  errors: readonly FieldError[]
  /** The document in which it was found, and the document now. */
  before: JsonObject
  now: JsonObject
  /** The validation errors of the current document. */
  matches: readonly FieldError[]
}

/**
 * Returns the errors that remain after an edit: those that validation still finds, and server errors at untouched
 * fields. New errors are not shown before the next save.
 */
export function recheckErrors({ errors, before, now, matches }: RecheckInput): FieldError[] {
  return errors.flatMap((error) => {
    const again = matches.find(({ path }) => path === error.path)
    if (again) return [again]
    const path = parsePath(error.path)
    return Object.is(valueAt(before, path), valueAt(now, path)) ? [error] : []
  })
}
