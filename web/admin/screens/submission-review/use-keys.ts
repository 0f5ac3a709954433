import { useEffect, useRef } from 'react'

/** Parts in which every key has a meaning of its own, and what lies over the page. */
const TYPED_INTO =
  'input:not([type="radio"], [type="checkbox"]), textarea, select, [contenteditable], [role="listbox"], [role="dialog"]'
/** Arrows move from choice to choice. */
const CHOSEN_BY_ARROWS = 'input[type="radio"], [role="radiogroup"]'

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
      if (isTaken(event)) return
      if (document.querySelector('[role="dialog"]')) return
      event.preventDefault()
      act()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}

function isTaken({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return false
  return target.closest(key.startsWith('Arrow') ? `${TYPED_INTO}, ${CHOSEN_BY_ARROWS}` : TYPED_INTO) !== null
}
