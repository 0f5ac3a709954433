import { useCallback, useRef, useState } from 'react'

/**
 * Tracks whether facts are unsaved. `isDirty` is the value at the last render, `isDirtyNow` returns the current one;
 * `onDirtyChange` must be passed to the form.
 */
export function useFactsDirty() {
  const isDirtyRef = useRef(false)
  const [isDirty, setIsDirty] = useState(false)
  const onDirtyChange = useCallback((next: boolean) => {
    isDirtyRef.current = next
    setIsDirty(next)
  }, [])
  const isDirtyNow = useCallback(() => isDirtyRef.current, [])
  return { isDirty, isDirtyNow, onDirtyChange }
}
