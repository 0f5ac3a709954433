import { useCallback, useRef } from 'react'

/**
 * Returns a function that runs an action. Calls while it is running, such as a double click's, don't run it again, and
 * get the promise of the running one.
 */
export function useExclusive<Args extends readonly unknown[], Result>(
  action: (...args: Args) => Promise<Result>,
): (...args: Args) => Promise<Result> {
  const running = useRef<Promise<Result>>(undefined)
  return useCallback(
    (...args) => {
      running.current ??= action(...args).finally(() => {
        running.current = undefined
      })
      return running.current
    },
    [action],
  )
}
