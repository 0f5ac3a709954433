import { isFocusLost } from '../../shared/is-focus-lost.ts'

/** Focuses the main content without scrolling. */
export const focusMain = (): void => document.getElementById('main')?.focus({ preventScroll: true })

/** Focuses the main content, or a dialog that is still open, if nothing has the focus on the next frame. */
export function restoreFocus(): void {
  requestAnimationFrame(() => {
    if (!isFocusLost()) return
    const dialogs = [...document.querySelectorAll<HTMLElement>('[role=dialog][aria-modal=true]')]
    const openDialog = dialogs.findLast((dialog) => dialog.checkVisibility())
    if (openDialog) openDialog.focus({ preventScroll: true })
    else focusMain()
  })
}
