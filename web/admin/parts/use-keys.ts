import { useEffect, useRef } from 'react'

/** Elements in which keys have their own meaning, and overlays. */
const TYPING_TARGETS =
  'input:not([type="radio"], [type="checkbox"]), textarea, select, [contenteditable], [role="listbox"], [role="dialog"]'
/** Arrows move from choice to choice. */
const ARROW_TARGETS = 'input[type="radio"], [role="radiogroup"]'

/** Acts by single keys, pressed alone, while nothing is typed into and no dialog is open. */
export function useKeys(acts: Readonly<Record<string, () => void>>): void {
  const current = useRef(acts)
  useEffect(() => {
    current.current = acts
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const action = current.current[event.key]
      if (!action || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || event.isComposing)
        return
      if (isKeyInUse(event)) return
      if (document.querySelector('[role="dialog"]')) return
      event.preventDefault()
      action()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}

function isKeyInUse({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return false
  return target.closest(key.startsWith('Arrow') ? `${TYPING_TARGETS}, ${ARROW_TARGETS}` : TYPING_TARGETS) !== null
}
