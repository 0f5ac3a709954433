import { type RefObject, useEffect } from 'react'

/** Focuses a form's first field with an error each time `error` changes to that of another failed call. */
export function useFocusInvalidField(form: RefObject<HTMLFormElement | null>, error: unknown): void {
  useEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [form, error])
}
