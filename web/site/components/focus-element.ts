/** A ref callback that focuses an element which replaces a pressed one. The element needs a `tabIndex` of -1. */
export function focusElement(element: HTMLElement | null): void {
  element?.focus()
}
