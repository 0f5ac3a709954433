import { useEffect, useEffectEvent } from 'react'

type JudgingKeyHandlers = {
  /** Called for the left and right arrows. */
  onMove: (distance: 1 | -1) => void
  /** Called for a digit, unless scores can't be changed. */
  onDigit: ((digit: number) => void) | undefined
}

/** Handles keys that are pressed outside fields and dialogs. */
export function useJudgingKeys({ onMove, onDigit }: JudgingKeyHandlers): void {
  const handleKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const isInField =
      event.target instanceof Element && event.target.closest('input, textarea, select, dialog, summary')
    if (isInField || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'ArrowRight') onMove(1)
    else if (event.key === 'ArrowLeft') onMove(-1)
    else if (onDigit && /^\d$/.test(event.key)) onDigit(Number(event.key))
    else return
    event.preventDefault()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => handleKeyDown(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}
