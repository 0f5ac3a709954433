import { useEffect, useState } from 'react'
import { isFocusLost } from '../../shared/is-focus-lost.ts'
import { restoreFocus } from './restore-focus.ts'

/**
 * Gives the focus back to the element that had it before the dialog opened. Required by dialogs that are unmounted
 * while they are open, since Ant Design gives the focus back only after its closing animation.
 */
export function useReturnFocus(): void {
  const [opener] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      requestAnimationFrame(() => {
        if (isFocusLost() && opener instanceof HTMLElement) opener.focus()
        restoreFocus()
      })
    },
    [opener],
  )
}
