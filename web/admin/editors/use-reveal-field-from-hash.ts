import { useEffect, useEffectEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { getFieldId } from './form/field-paths.ts'
import { useAddItem, useRevealField } from './reveal-field.ts'

const ADD_PREFIX = 'add-'

/**
 * Reveals the field that the URL's hash refers to, such as `#field-upcomingEvents.2.title`, or adds an item to a list, such
 * as `#add-upcomingEvents`.
 */
export function useRevealFieldFromHash(): void {
  const { hash, key, search } = useLocation()
  const navigate = useNavigate()
  const reveal = useRevealField()
  const addItem = useAddItem()
  const revealField = useEffectEvent(() => {
    const path = decodeURIComponent(hash.slice(1))
    if (path.startsWith(ADD_PREFIX)) {
      // A reload must not add another item.
      void navigate({ search, hash: '' }, { replace: true })
      addItem(path.slice(ADD_PREFIX.length))
    } else if (path.startsWith(getFieldId(''))) reveal(path.slice(getFieldId('').length))
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per navigation.
  useEffect(() => revealField(), [key])
}
