import { useState } from 'react'
import { useLoadedPart } from '../parts/use-loaded-part.ts'
// A type alone: the dialogs and their form library are no part of a page's first load.
import type { AccountDialog } from './account-dialogs.tsx'

const loadDialogs = async () => (await import('./account-dialogs.tsx')).AccountDialogs

/**
 * Returns the account's dialogs, loaded when the first is asked for; `dialogs` is to be rendered beside what opens
 * them.
 */
export function useAccountDialogs() {
  const { Part: Dialogs, ask: requestMailFor, preload } = useLoadedPart(loadDialogs)
  const [shown, setShown] = useState<AccountDialog | null>(null)

  async function show(dialog: AccountDialog) {
    if (await requestMailFor()) setShown(dialog)
  }

  return { show, preload, dialogs: Dialogs && <Dialogs shown={shown} onClose={() => setShown(null)} /> }
}
