import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { dismissExpiredSession, getSession, useSession } from '../../shared/session.ts'
import { useAccountDialogs } from './use-account-dialogs.tsx'

/** Asks users whose session ended during an action to sign in again. Until then, the page keeps their input. */
export function ExpiredSession() {
  const { isExpired } = useSession()
  const client = useQueryClient()
  const { show, dialogs } = useAccountDialogs(handleClose)
  const ask = useEffectEvent(() => show('sign-in'))

  function handleClose() {
    dismissExpiredSession()
    // Reads without a token failed meanwhile.
    if (getSession().user)
      void client.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
  }

  useEffect(() => {
    if (isExpired) void ask()
  }, [isExpired])

  return dialogs
}
