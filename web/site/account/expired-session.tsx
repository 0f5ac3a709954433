import { useEffect } from 'react'
import { useSession } from '../../shared/session.ts'
import { useAccountDialogs } from './use-account-dialogs.tsx'

/** Asks users whose session ended during an action to sign in again. Until then, the page keeps their input. */
export function ExpiredSession() {
  const { isExpired } = useSession()
  const { show, dialogs } = useAccountDialogs()

  useEffect(() => {
    if (isExpired) void show('sign-in')
  })

  return dialogs
}
