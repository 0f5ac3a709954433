/** Focuses an element that replaces a pressed one; used as a ref callback. The element needs a `tabIndex` of -1. */
export function focusElement(element: HTMLElement | null): void {
  element?.focus()
}
