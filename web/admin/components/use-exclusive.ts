import { useRef } from 'react'

/** Returns a function that runs an action, and ignores further calls while it is running, such as a double click. */
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
