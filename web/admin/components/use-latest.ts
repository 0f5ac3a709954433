import { type RefObject, useEffect, useRef } from 'react'

/** Returns a ref with the value of the last render, for callbacks that outlive a render. */
export function useLatest<Value>(value: Value): RefObject<Value> {
  const latest = useRef(value)
  useEffect(() => {
    latest.current = value
  })
  return latest
}
