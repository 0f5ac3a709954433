/** Focuses an element that replaces a pressed button; used as a ref callback. The element needs a `tabIndex` of -1. */
export function focusElement(element: HTMLElement | null): void {
  element?.focus()
}
