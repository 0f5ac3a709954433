/** A ref that focuses and reveals an element which replaces a pressed one. It needs a `tabIndex` of -1. */
export function focusElement(element: HTMLElement | null): void {
  element?.focus()
}
