/**
 * Ref of what takes the place of something that was pressed, which would take the focus with it: it is read out, and in
 * sight. It needs a `tabIndex` of -1.
 */
export function focusElement(shown: HTMLElement | null): void {
  shown?.focus()
}
