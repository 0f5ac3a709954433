import { useEffect, useEffectEvent } from 'react'

/** Calls a handler when a key is pressed, wherever the focus is. */
export function useKeyDown(onKeyDown: (event: KeyboardEvent) => void): void {
  const handleKeyDown = useEffectEvent(onKeyDown)
  useEffect(() => {
    const listener = (event: KeyboardEvent) => handleKeyDown(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
}

/** Returns whether a letter is pressed with Ctrl or ⌘. */
export const isCommand = ({ ctrlKey, metaKey, key }: KeyboardEvent, letter: string): boolean =>
  (ctrlKey || metaKey) && key.toLowerCase() === letter
