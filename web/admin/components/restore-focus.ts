import { isFocusLost } from '../../shared/is-focus-lost.ts'

/** Focuses the main content if nothing has the focus after the dialog has restored it. */
export function restoreFocus(): void {
  requestAnimationFrame(() => {
    if (isFocusLost()) document.getElementById('main')?.focus({ preventScroll: true })
  })
}
