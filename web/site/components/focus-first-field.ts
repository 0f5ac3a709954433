/**
 * Focuses the first field of a form when its dialog opens; used as a ref callback. Sets the `autofocus` attribute,
 * which the browser applies on opening; React's `autoFocus` would have no effect, as it runs while the dialog is
 * closed.
 */
export function focusFirstField(form: HTMLFormElement | null): void {
  findFirstField(form)?.setAttribute('autofocus', '')
}

/** Focuses the first field of a form immediately; used as a ref callback in dialogs that are already open. */
export function focusFirstFieldNow(form: HTMLFormElement | null): void {
  focusFirstField(form)
  findFirstField(form)?.focus()
}

/** Focuses the first field of the form that an element shows; its other forms are in elements that are hidden. */
export function focusVisibleForm(element: HTMLElement | null): void {
  findFirstField(element?.querySelector<HTMLFormElement>(':not([hidden]) > form') ?? null)?.focus()
}

/** Finds the first visible field: a form for a new password begins with a hidden user name, for password managers. */
const findFirstField = (form: HTMLFormElement | null): HTMLElement | null | undefined =>
  form?.querySelector<HTMLElement>('input:not([hidden], [type=hidden]), textarea, select')
