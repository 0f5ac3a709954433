import { useState } from 'react'
import { createLazyImport, useLazyComponent } from '../lazy-import.ts'
// Type only: the dialogs and their form library aren't part of the initial load.
import type { AccountDialog, SignInPurpose } from './account-dialogs.tsx'

const lazyDialogs = createLazyImport(async () => (await import('./account-dialogs.tsx')).AccountDialogs)

/**
 * Returns the account dialogs, which are loaded when the first one is opened. Render `dialogs` next to the button that
 * opens them. With `purpose`, the sign-in dialog says why to sign in, and the action continues once it has succeeded.
 */
export function useAccountDialogs(purpose?: SignInPurpose) {
  const { Component: Dialogs, load: loadDialogs, preload } = useLazyComponent(lazyDialogs)
  const [openDialog, setOpenDialog] = useState<AccountDialog | null>(null)

  async function show(dialog: AccountDialog) {
    if (await loadDialogs()) setOpenDialog(dialog)
  }

  return {
    show,
    preload,
    dialogs: Dialogs && <Dialogs openDialog={openDialog} purpose={purpose} onClose={() => setOpenDialog(null)} />,
  }
}
