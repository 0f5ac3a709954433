import { useEffect, useEffectEvent } from 'react'
import { useLocation } from 'react-router'
import { getFieldId } from './form/field-paths.ts'
import { useRevealField } from './reveal-field.ts'

/** Reveals the field that the URL's hash refers to, such as `#field-upcomingEvents.2.title`. */
export function useRevealFieldFromHash(): void {
  const { hash, key } = useLocation()
  const reveal = useRevealField()
  const revealField = useEffectEvent(() => {
    const path = decodeURIComponent(hash.slice(1))
    if (path.startsWith(getFieldId(''))) reveal(path.slice(getFieldId('').length))
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per navigation.
  useEffect(() => revealField(), [key])
}
