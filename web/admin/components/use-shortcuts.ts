import { useKeyDown } from './use-key-down.ts'

/** Text inputs, and other elements that handle keys themselves. */
const TYPING_TARGETS =
  'input:not([type="radio"], [type="checkbox"]), textarea, select, [contenteditable], [role="listbox"], [role="dialog"]'
/** Elements in which arrow keys change the selection. */
const ARROW_TARGETS = 'input[type="radio"], [role="radiogroup"]'

/** Handles single-key shortcuts, by `KeyboardEvent.key`, while no text is being typed and no dialog is open. */
export function useShortcuts(shortcuts: Readonly<Record<string, () => void>>): void {
  useKeyDown((event) => {
    const action = shortcuts[event.key]
    if (!action || hasModifier(event) || event.defaultPrevented) return
    if (isHandledByTarget(event) || isDialogOpen()) return
    event.preventDefault()
    action()
  })
}

const hasModifier = ({ ctrlKey, metaKey, altKey }: KeyboardEvent): boolean => ctrlKey || metaKey || altKey

/** A closed dialog may stay in the document, hidden, for some frames. */
const isDialogOpen = (): boolean =>
  [...document.querySelectorAll('[role="dialog"]')].some((dialog) => dialog.checkVisibility())

function isHandledByTarget({ target, key }: KeyboardEvent): boolean {
  // A closed dialog may still have the focus.
  if (!(target instanceof Element) || !target.checkVisibility()) return false
  return target.closest(key.startsWith('Arrow') ? `${TYPING_TARGETS}, ${ARROW_TARGETS}` : TYPING_TARGETS) !== null
}
