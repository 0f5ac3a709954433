import { type ComponentType, useState } from 'react'
import { MESSAGES } from '#contracts/messages/general.ts'
import { useToast } from '../parts/toast.tsx'
// Types alone: the dialogs and their form library are no part of a page's first load.
import type { AccountDialog, AccountDialogsProps } from './account-dialogs.tsx'

const loadDialogs = () => import('./account-dialogs.tsx')

/** The account's dialogs, loaded when the first is asked for; `dialogs` is to be rendered beside what opens them. */
export function useAccountDialogs() {
  const say = useToast()
  const [Dialogs, setDialogs] = useState<ComponentType<AccountDialogsProps> | null>(null)
  const [shown, setShown] = useState<AccountDialog | null>(null)

  async function show(dialog: AccountDialog) {
    try {
      const { AccountDialogs } = await loadDialogs()
      setDialogs(() => AccountDialogs)
      setShown(dialog)
    } catch {
      say(MESSAGES.network, 'error')
    }
  }

  return {
    show,
    preload: () => void loadDialogs().catch(() => undefined),
    dialogs: Dialogs && <Dialogs shown={shown} onClose={() => setShown(null)} />,
  }
}
