import { type RefObject, useEffect } from 'react'

/** Focuses the first field with an error in a form, or in a part of one. Returns whether there is one. */
export function focusInvalidField(container: HTMLElement | null): boolean {
  const field = container?.querySelector<HTMLElement>('[aria-invalid=true]')
  field?.focus()
  return Boolean(field)
}

/** Focuses the first field with an error each time `error` changes to another failure. */
export function useFocusInvalidField(container: RefObject<HTMLElement | null>, error: unknown): void {
  useEffect(() => {
    if (error) focusInvalidField(container.current)
  }, [container, error])
}
