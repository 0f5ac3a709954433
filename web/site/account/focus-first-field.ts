/**
 * A ref callback for a form in a dialog, whose first field is focused when the dialog opens. It sets the `autofocus`
 * attribute, which the browser applies then; React's `autoFocus` has no effect, as the dialog is still closed.
 */
export function focusFirstField(form: HTMLFormElement | null): void {
  form?.querySelector('input')?.setAttribute('autofocus', '')
}

/** A ref callback that focuses the first field of a form immediately, for dialogs that are already open. */
export function focusFirstFieldNow(form: HTMLFormElement | null): void {
  focusFirstField(form)
  form?.querySelector('input')?.focus()
}
