/**
 * Ctrl or ⌘ with Z and Y. The rule: a text field whose text has changed since it was entered undoes its own typing, as
 * everywhere; then, and everywhere else in the form, the last change of the form is undone. Editors of rich text and of
 * JSON have a history of their own.
 */
import { useEffect } from 'react'
import { isTextInput } from '../../../shared/versioned/is-typing.ts'

export type UndoAct = 'undo' | 'redo'

/** What a text field held when it was entered, and whether its own undo was used since. */
type Entered = { value: string; isUndone: boolean }
const entered = new WeakMap<Element, Entered>()

/** Follows which text field is entered. `onFieldChange` ends a step of typing. */
export function useFieldChange(onFieldChange: () => void): void {
  useEffect(() => {
    const onFocus = ({ target }: FocusEvent) => {
      onFieldChange()
      if (isTextInput(target)) entered.set(target, { value: target.value, isUndone: false })
    }
    const onInput = (event: Event) => {
      const state = event.target instanceof Element ? entered.get(event.target) : undefined
      if (state && event instanceof InputEvent) state.isUndone = event.inputType === 'historyUndo'
    }
    window.addEventListener('focusin', onFocus)
    window.addEventListener('input', onInput)
    return () => {
      window.removeEventListener('focusin', onFocus)
      window.removeEventListener('input', onInput)
    }
  }, [onFieldChange])
}

type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>

/** Returns what a key asks for. */
export function findUndoAct({ key, ctrlKey, metaKey, shiftKey, altKey }: Key): UndoAct | undefined {
  if (ctrlKey === metaKey || altKey) return undefined
  const letter = key.toLowerCase()
  if (letter === 'z') return shiftKey ? 'redo' : 'undo'
  return letter === 'y' && ctrlKey ? 'redo' : undefined
}

/** Runs what the key asks for, unless the field under it has something of its own to undo. */
export function handleUndoKey(event: KeyboardEvent, perform: (act: UndoAct) => void): void {
  const act = findUndoAct(event)
  if (!act || event.defaultPrevented || event.isComposing || hasOwnHistory(event.target, act)) return
  event.preventDefault()
  perform(act)
  const { target } = event
  // The field under the key may have been changed by it: what it holds now is where its own typing begins.
  requestAnimationFrame(() => {
    if (isTextInput(target)) entered.set(target, { value: target.value, isUndone: false })
  })
}

function hasOwnHistory(target: EventTarget | null, act: UndoAct): boolean {
  if (!isTextInput(target)) return target instanceof HTMLElement && target.isContentEditable
  const state = entered.get(target)
  if (!state) return false
  return act === 'undo' ? target.value !== state.value : state.isUndone
}

/** The keys on a whole screen; what lies over it, such as a dialog, keeps its own. */
export function useUndoKeys(perform: ((act: UndoAct) => void) | undefined): void {
  useEffect(() => {
    if (!perform) return
    const onKey = (event: KeyboardEvent) => {
      const { target } = event
      const isOnScreen =
        target === document.body || (target instanceof Node && document.getElementById('main')?.contains(target))
      if (isOnScreen) handleUndoKey(event, perform)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [perform])
}
