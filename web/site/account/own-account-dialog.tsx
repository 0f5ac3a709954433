import { SITE_MESSAGES } from '#contracts/messages/site.ts'
import { useSession } from '../../shared/session.ts'
import { Dialog } from '../components/dialog.tsx'
import { ChangePasswordForm, REQUIRED_PASSWORD_CHANGE_TITLE } from './change-password-form.tsx'
import { ProfileForm } from './profile-form.tsx'

export type OwnAccountForm = 'profile' | 'password'

type OwnAccountDialogProps = {
  openForm: OwnAccountForm | null
  /** Called after a change, with the message that confirms it. */
  onDone: (message: string) => void
  onClose: () => void
}

/** The dialog of the signed-in user's profile or password. */
export function OwnAccountDialog({ openForm, onDone, onClose }: OwnAccountDialogProps) {
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
