/**
 * Keyboard shortcuts for undo and redo (Ctrl or ⌘ with Z and Y). In a text field, the browser first undoes what was
 * typed since the field got the focus. After that, and everywhere else in the form, the last change of the form is
 * undone. The rich-text and JSON editors have their own history.
 */
import { useEffect } from 'react'
import { isTextInput } from '../../../shared/versioned/is-typing.ts'
import { useKeyDown } from '../../components/use-key-down.ts'

export type UndoAction = 'undo' | 'redo'

/** The value of a text field when it got the focus, and whether its native undo was used since. */
type FocusedField = { value: string; isUndone: boolean }
const focusedFields = new WeakMap<Element, FocusedField>()

/** Records the value of each text field that gets the focus, and calls `onFieldFocus`. */
export function useFieldFocus(onFieldFocus: () => void): void {
  useEffect(() => {
    const handleFocus = ({ target }: FocusEvent) => {
      onFieldFocus()
      if (isTextInput(target)) focusedFields.set(target, { value: target.value, isUndone: false })
    }
    const handleInput = (event: Event) => {
      const state = event.target instanceof Element ? focusedFields.get(event.target) : undefined
      if (state && event instanceof InputEvent) state.isUndone = event.inputType === 'historyUndo'
    }
    window.addEventListener('focusin', handleFocus)
    window.addEventListener('input', handleInput)
    return () => {
      window.removeEventListener('focusin', handleFocus)
      window.removeEventListener('input', handleInput)
    }
  }, [onFieldFocus])
}

type KeyCombination = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>

/** Returns the action of a key combination; `undefined` if it is neither undo nor redo. */
function getUndoAction({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyCombination): UndoAction | undefined {
  if (ctrlKey === metaKey || altKey) return undefined
  const letter = key.toLowerCase()
  if (letter === 'z') return shiftKey ? 'redo' : 'undo'
  return letter === 'y' && ctrlKey ? 'redo' : undefined
}

/** Runs the shortcut's action, unless the focused field handles it natively. */
export function handleUndoShortcut(event: KeyboardEvent, perform: (action: UndoAction) => void): void {
  const action = getUndoAction(event)
  if (!action || event.defaultPrevented || isHandledNatively(event.target, action)) return
  event.preventDefault()
  perform(action)
  const { target } = event
  // The action may have changed the focused field, whose native history then starts from the new value.
  requestAnimationFrame(() => {
    if (isTextInput(target)) focusedFields.set(target, { value: target.value, isUndone: false })
  })
}

function isHandledNatively(target: EventTarget | null, action: UndoAction): boolean {
  if (!isTextInput(target)) return target instanceof HTMLElement && target.isContentEditable
  const state = focusedFields.get(target)
  if (!state) return false
  return action === 'undo' ? target.value !== state.value : state.isUndone
}

/** Handles the shortcuts on the entire screen, except in overlays such as dialogs. */
export function useUndoShortcuts(perform: ((action: UndoAction) => void) | undefined): void {
  useKeyDown((event) => {
    if (perform && isOnScreen(event.target)) handleUndoShortcut(event, perform)
  })
}

const isOnScreen = (target: EventTarget | null): boolean =>
  target === document.body || (target instanceof Node && document.getElementById('main')?.contains(target) === true)
