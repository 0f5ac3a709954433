import { SITE_MESSAGES } from '#contracts/messages/site.ts'
import { Dialog } from '../components/dialog.tsx'
import { useToast } from '../components/toast.tsx'
import { useSession } from '../session/session.ts'
import { ChangePasswordForm, REQUIRED_PASSWORD_CHANGE_TITLE } from './change-password-form.tsx'
import { ProfileForm } from './profile-form.tsx'
import { SignInDialog } from './sign-in-dialog.tsx'
import type { SignInEntry } from './use-sign-in-steps.ts'

type OwnAccountForm = 'profile' | 'password'

type OwnAccountDialogProps = {
  openForm: OwnAccountForm | null
  /** Called after a change, with the message that confirms it. */
  onDone: (message: string) => void
  onClose: () => void
}

/** The dialog of the signed-in user's profile or password. */
function OwnAccountDialog({ openForm, onDone, onClose }: OwnAccountDialogProps) {
  const { user } = useSession()
  // A password that an administrator has set must be changed before the profile.
  const mustChangePassword = user?.mustChangePassword ?? false
  return (
    <Dialog
      isOpen={openForm !== null}
      onClose={onClose}
      title={getTitle(openForm, mustChangePassword)}
      className={openForm === 'password' ? 'max-w-md' : 'max-w-xl'}
    >
      {mustChangePassword || openForm === 'password' ? (
        <ChangePasswordForm onDone={() => onDone(SITE_MESSAGES.passwordSaved)} />
      ) : (
        <ProfileForm key={user?._id} onDone={() => onDone(SITE_MESSAGES.profileSaved)} />
      )}
    </Dialog>
  )
}

function getTitle(openForm: OwnAccountForm | null, mustChangePassword: boolean): string {
  if (mustChangePassword) return REQUIRED_PASSWORD_CHANGE_TITLE
  return openForm === 'password' ? '修改密码' : '我的资料'
}

export type AccountDialog = SignInEntry | OwnAccountForm
/** The action that requires signing in: why, as a sentence, and how to continue it. */
export type SignInPurpose = { reason: string; onSignedIn: () => void }
type AccountDialogsProps = {
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
