/** Returns whether nothing has the focus, or a hidden element, as in a closed dialog until the next frame is drawn. */
export function isFocusLost(): boolean {
  const { activeElement, body } = document
  return !activeElement || activeElement === body || !activeElement.checkVisibility()
}
