import { useEffect, useState } from 'react'

/** Returns a value, debounced: it is updated once the value hasn't changed for `delayMs` milliseconds. */
export function useDebounced<Value>(value: Value, delayMs: number): Value {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), delayMs)
    return () => clearTimeout(timer)
  }, [value, delayMs])
  return debounced
}
