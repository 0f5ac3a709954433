/**
 * Submits the form of a dialog on Ctrl or ⌘ with Enter in a multi-line text, where Enter alone begins a line. Presses the
 * submit button, so that one that is busy or unavailable submits nothing. Keys of an input method never get here
 * (`ignoreCompositionKeys`).
 */
export function submitOnCommandEnter(): void {
  window.addEventListener('keydown', (event) => {
    const { target, key, ctrlKey, metaKey, altKey, shiftKey } = event
    if (key !== 'Enter' || ctrlKey === metaKey || altKey || shiftKey) return
    if (event.repeat || event.defaultPrevented || !(target instanceof HTMLTextAreaElement)) return
    const button = target.closest('[role="dialog"]') && target.form && findSubmitButton(target.form)
    if (!button) return
    event.preventDefault()
    button.click()
  })
}

/** The button may be outside the form, in the footer of its dialog. */
const findSubmitButton = ({ elements }: HTMLFormElement): HTMLButtonElement | undefined =>
  [...elements].filter((element) => element instanceof HTMLButtonElement).find(({ type }) => type === 'submit')
