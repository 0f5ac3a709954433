import { type RefObject, useEffect } from 'react'

/** Focuses the first field with an error in a form, or in a part of one, each time `error` changes to another failure. */
export function useFocusInvalidField(container: RefObject<HTMLElement | null>, error: unknown): void {
  useEffect(() => {
    if (error) container.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [container, error])
}
