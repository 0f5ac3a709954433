import { useEffect, useRef } from 'react'

/** Parts in which keys have a meaning of their own, and what lies over the page. */
const BUSY = 'input, textarea, select, [contenteditable], [role="radiogroup"], [role="listbox"], [role="dialog"]'

/** Acts by single keys, pressed alone, while nothing is typed into and no dialog is open. */
export function useKeys(acts: Readonly<Record<string, () => void>>): void {
  const current = useRef(acts)
  useEffect(() => {
    current.current = acts
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const act = current.current[event.key]
      if (!act || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || event.isComposing) return
      if (event.target instanceof Element && event.target.closest(BUSY)) return
      if (document.querySelector('[role="dialog"]')) return
      event.preventDefault()
      act()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}
