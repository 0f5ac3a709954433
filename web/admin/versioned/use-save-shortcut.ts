import { isCommand, useKeyDown } from '../components/use-key-down.ts'

/** Returns whether a key is Ctrl or ⌘ with S. */
export const isSaveShortcut = (event: KeyboardEvent): boolean => isCommand(event, 's')

/** Saves on Ctrl or ⌘ with S. Without `save`, only the browser's own action is prevented. */
export function useSaveShortcut(save: (() => void) | undefined): void {
  useKeyDown((event) => {
    if (!isSaveShortcut(event)) return
    event.preventDefault()
    save?.()
  })
}
