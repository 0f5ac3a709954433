import { useEffect, useState } from 'react'
import { DAY_MS } from '#contracts/durations.ts'
import { createStoredValue } from '../../../stored-value.ts'

/** Returns a typed text that survives a reload of the tab, and a function that sets it. */
export function useStoredText(key: string) {
  const [storage] = useState(() => createStoredValue<unknown>(key, DAY_MS, () => sessionStorage))
  const [text, setText] = useState(() => {
    const stored = storage.read()
    return typeof stored === 'string' ? stored : ''
  })
  useEffect(() => {
    if (text === '') storage.clear()
    else storage.write(text)
  }, [storage, text])
  return [text, setText] as const
}
