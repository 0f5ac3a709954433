import { useEffect } from 'react'
import { useEditor } from './editor-context.tsx'
import { stillWrong } from './still-wrong.ts'

const PAUSE_MS = 300

/** While fields are marked as wrong, an edit that mends one takes its mark away, without waiting for the next save. */
export function useRecheck(): void {
  const { subject, store, open } = useEditor()
  useEffect(() => {
    let before = store.get().document
    let timer: ReturnType<typeof setTimeout> | undefined
    const recheck = () => {
      timer = undefined
      const now = store.read()
      if (!('document' in now)) return
      open.showFaults(
        stillWrong({
          ...{ faults: open.faults(), before, now: now.document },
          found: subject.faultsOf(now.document, store.get().loaded.value),
        }),
      )
      before = now.document
    }
    const stop = store.subscribe(() => {
      if (open.faults().length > 0) timer ??= setTimeout(recheck, PAUSE_MS)
      else before = store.get().document
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [subject, store, open])
}
