import type { RefObject } from 'react'
import { useKeyDown } from './use-key-down.ts'

/** Text inputs, and other elements that handle keys themselves. */
const TYPING_TARGETS =
  'input:not([type="radio"], [type="checkbox"]), textarea, select, [contenteditable], [role="listbox"]'
const DIALOG = '[role="dialog"]'
/** Elements in which arrow keys change the selection. */
const ARROW_TARGETS = 'input[type="radio"], [role="radiogroup"]'

/**
 * Handles single-key shortcuts, by `KeyboardEvent.key`, while no text is being typed and no dialog is open, except the one
 * that contains `element`.
 */
export function useShortcuts(
  shortcuts: Readonly<Record<string, () => void>>,
  element?: RefObject<HTMLElement | null>,
): void {
  useKeyDown((event) => {
    const action = shortcuts[getShortcut(event)]
    if (!action || hasModifier(event) || event.defaultPrevented) return
    const ownDialog = element?.current?.closest(DIALOG) ?? null
    if (isHandledByTarget(event, ownDialog) || isOtherDialogOpen(ownDialog)) return
    event.preventDefault()
    action()
  })
}

/** The key without Caps Lock, which people forget to switch off. */
const getShortcut = ({ key, shiftKey }: KeyboardEvent): string => (shiftKey || key.length > 1 ? key : key.toLowerCase())

const hasModifier = ({ ctrlKey, metaKey, altKey }: KeyboardEvent): boolean => ctrlKey || metaKey || altKey

/** A closed dialog may stay in the document, hidden, for some frames. */
const isOtherDialogOpen = (ownDialog: Element | null): boolean =>
  [...document.querySelectorAll(DIALOG)].some((dialog) => dialog !== ownDialog && dialog.checkVisibility())

function isHandledByTarget({ target, key }: KeyboardEvent, ownDialog: Element | null): boolean {
  // A closed dialog may still have the focus.
  if (!(target instanceof Element) || !target.checkVisibility()) return false
  const dialog = target.closest(DIALOG)
  if (dialog && dialog !== ownDialog) return true
  return target.closest(key.startsWith('Arrow') ? `${TYPING_TARGETS}, ${ARROW_TARGETS}` : TYPING_TARGETS) !== null
}
