import { useEffect } from 'react'

/** Returns whether a key is Ctrl or ⌘ with S. */
export const isSaveShortcut = ({ ctrlKey, metaKey, key }: KeyboardEvent): boolean =>
  (ctrlKey || metaKey) && key.toLowerCase() === 's'

/** Saves on Ctrl or ⌘ with S. */
export function useSaveShortcut(save: (() => void) | undefined) {
  useEffect(() => {
    const handleKeyDown = (event: KeyboardEvent) => {
      if (!isSaveShortcut(event)) return
      event.preventDefault()
      save?.()
    }
    window.addEventListener('keydown', handleKeyDown)
    return () => window.removeEventListener('keydown', handleKeyDown)
  }, [save])
}
