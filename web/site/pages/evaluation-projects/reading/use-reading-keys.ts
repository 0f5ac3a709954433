import { useEffect, useEffectEvent } from 'react'
import { toNfkc } from '#contracts/rules/normalize-text.ts'

type ReadingKeyHandlers = {
  /** Called for ← and →, and with 1 for the space bar. */
  onMove: (distance: 1 | -1) => void
  /** Called for a digit or `=`. Returns whether it gives a verdict. */
  onVerdict: (key: string) => boolean
  /** Called for `r`: to write a reason. */
  onReason: () => void
  /** Called for `?`. */
  onHelp: () => void
}

/** Full-width digits and signs, which Chinese input methods type. */
const toHalfWidth = (key: string): string => toNfkc(key)

/** Handles keys that are pressed outside of fields, controls and dialogs, so that nothing that is typed is taken for one. */
export function useReadingKeys({ onMove, onVerdict, onReason, onHelp }: ReadingKeyHandlers): void {
  const handleKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
    const { target } = event
    const isInField = target instanceof Element && target.closest('input, textarea, select, dialog')
    if (isInField) {
      // Escape leaves the field, so that keys give verdicts again.
      if (event.key === 'Escape' && target instanceof HTMLTextAreaElement) target.blur()
      return
    }
    const isOnControl = target instanceof Element && target.closest('a, button, summary')
    if (handle(toHalfWidth(event.key), isOnControl !== null && isOnControl !== false)) event.preventDefault()
  })

  /** Returns whether the key does something. The space bar presses the control that has the focus. */
  function handle(key: string, isOnControl: boolean): boolean {
    if (key === ' ' && isOnControl) return false
    if (key === 'ArrowRight' || key === ' ') onMove(1)
    else if (key === 'ArrowLeft') onMove(-1)
    else if (key === '?') onHelp()
    else if (key === 'r' || key === 'R') onReason()
    else return onVerdict(key)
    return true
  }

  useEffect(() => {
    const listen = (event: KeyboardEvent) => handleKeyDown(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}
