import { useEffect } from 'react'
import { useEditor } from './editor-context.tsx'
import { recheckErrors } from './recheck-errors.ts'

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
