import { useRef } from 'react'

/** Runs an act, and leaves out what is asked for while it is under way: a double click comes before a button is disabled. */
export function useOneAtATime<Given extends readonly unknown[]>(
  act: (...given: Given) => Promise<unknown>,
): (...given: Given) => Promise<void> {
  const isUnderWay = useRef(false)
  return async (...given) => {
    if (isUnderWay.current) return
    isUnderWay.current = true
    try {
      await act(...given)
    } finally {
      isUnderWay.current = false
    }
  }
}
