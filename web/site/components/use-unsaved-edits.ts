import { useEffect } from 'react'
import { setStatus } from '../session/session.ts'

/** The number of forms with unsaved edits. */
let editedFormCount = 0

/**
 * Registers unsaved edits of a form: if the session ends or another user signs in in another tab, the page stays and
 * asks to sign in again, instead of discarding them.
 */
export function useUnsavedEdits(isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) return
    editedFormCount += 1
    setStatus({ isDirty: true })
    return () => {
      editedFormCount -= 1
      setStatus({ isDirty: editedFormCount > 0 })
    }
  }, [isDirty])
}
