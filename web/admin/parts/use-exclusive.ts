import { useRef } from 'react'

/** Runs an act, and leaves out what is asked for while it is under way: a double click comes before a button is disabled. */
export function useExclusive<Args extends readonly unknown[]>(
  action: (...args: Args) => Promise<unknown>,
): (...args: Args) => Promise<void> {
  const isRunning = useRef(false)
  return async (...args) => {
    if (isRunning.current) return
    isRunning.current = true
    try {
      await action(...args)
    } finally {
      isRunning.current = false
    }
  }
}
