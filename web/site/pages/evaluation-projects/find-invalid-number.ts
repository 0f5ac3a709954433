/**
 * Returns the first `NumberInput` of a form with a text that is no number within its bounds: the text stays in the input,
 * and the form's own value is still the last valid one.
 */
export const findInvalidNumber = (form: HTMLFormElement): HTMLElement | null =>
  form.querySelector<HTMLElement>('input[type=number][aria-invalid=true]')
