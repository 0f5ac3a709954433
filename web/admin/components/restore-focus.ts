/** Focuses the main content if nothing has the focus after the dialog has restored it. */
export function restoreFocus(): void {
  requestAnimationFrame(() => {
    if (isFocusLost()) document.getElementById('main')?.focus({ preventScroll: true })
  })
}

/** Returns whether nothing has the focus, or a hidden element, as in a closed dialog until the next frame is drawn. */
export function isFocusLost(): boolean {
  const { activeElement, body } = document
  return !activeElement || activeElement === body || !activeElement.checkVisibility()
}
