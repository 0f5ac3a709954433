/**
 * Focuses the first field of a form when its dialog opens; used as a ref callback. Sets the `autofocus` attribute,
 * which the browser applies on opening; React's `autoFocus` would have no effect, as it runs while the dialog is
 * closed.
 */
export function focusFirstField(form: HTMLFormElement | null): void {
  form?.querySelector('input')?.setAttribute('autofocus', '')
}

/** Focuses the first field of a form immediately; used as a ref callback in dialogs that are already open. */
export function focusFirstFieldNow(form: HTMLFormElement | null): void {
  focusFirstField(form)
  form?.querySelector('input')?.focus()
}
