/**
 * Ref of a form in a dialog: its first field gets the focus when the dialog opens. By the attribute, which the browser
 * reads then; React's own `autoFocus` focuses before, in a dialog that is still closed, and is lost.
 */
export function focusFirstField(form: HTMLFormElement | null): void {
  form?.querySelector('input')?.setAttribute('autofocus', '')
}

/** Focuses the first field of a form, also if it appears in a dialog that is already open. */
export function focusImmediately(form: HTMLFormElement | null): void {
  focusFirstField(form)
  form?.querySelector('input')?.focus()
}
