import { useToast } from '../components/toast.tsx'
import { OwnAccountDialog, type OwnAccountForm } from './own-account-dialog.tsx'
import { SignInDialog } from './sign-in-dialog.tsx'
import type { SignInEntry } from './use-sign-in-steps.ts'

export type AccountDialog = SignInEntry | OwnAccountForm
/** The action that requires signing in: why, as a sentence, and how to continue it. */
export type SignInPurpose = { reason: string; onSignedIn: () => void }
export type AccountDialogsProps = {
  openDialog: AccountDialog | null
  purpose?: SignInPurpose | undefined
  onClose: () => void
}

const isOwnAccountForm = (dialog: AccountDialog | null): dialog is OwnAccountForm =>
  dialog === 'profile' || dialog === 'password'

/** The dialogs for signing in and for one's own account, in a chunk that is loaded when the first one is opened. */
export function AccountDialogs({ openDialog, purpose, onClose }: AccountDialogsProps) {
  const showToast = useToast()

  function finish(message: string) {
    onClose()
    showToast(message, 'success')
    purpose?.onSignedIn()
  }

  return (
    <>
      <SignInDialog
        entry={isOwnAccountForm(openDialog) ? null : openDialog}
        reason={purpose?.reason}
        onDone={finish}
        onClose={onClose}
      />
      <OwnAccountDialog openForm={isOwnAccountForm(openDialog) ? openDialog : null} onDone={finish} onClose={onClose} />
    </>
  )
}
