import { useEffect, useEffectEvent } from 'react'
import { useLocation } from 'react-router'
import { fieldId } from './form/field-paths.ts'
import { useRevealField } from './reveal-field.ts'

/** Reveals the field named by the URL's hash: `#field-upcomingEvents.2.title`. */
export function useFieldOfAddress(): void {
  const { hash, key } = useLocation()
  const reveal = useRevealField()
  const open = useEffectEvent(() => {
    const path = decodeURIComponent(hash.slice(1))
    if (path.startsWith(fieldId(''))) reveal(path.slice(fieldId('').length))
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation reveals it once.
  useEffect(() => open(), [key])
}
