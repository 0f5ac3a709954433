import { isFocusLost } from '../../shared/is-focus-lost.ts'

/** Focuses the main content without scrolling. */
export const focusMain = (): void => document.getElementById('main')?.focus({ preventScroll: true })

/** Focuses the main content if nothing has the focus after the dialog has restored it. */
export function restoreFocus(): void {
  requestAnimationFrame(() => {
    if (isFocusLost()) focusMain()
  })
}
