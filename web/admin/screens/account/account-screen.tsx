import { ScreenBody, ScreenHead } from '../../parts/screen-head.tsx'
import { PasswordForm } from './password-form.tsx'
import { ProfileForm } from './profile-form.tsx'
import { SessionList } from './session-list.tsx'
import { TwoFactorPanel } from './two-factor-panel.tsx'

/** One's own account: who one is here, how one signs in, and if one is signed in. */
export const AccountScreen = () => (
  <ScreenBody>
    <ScreenHead title="我的账号" />
    <ProfileForm />
    <PasswordForm />
    <TwoFactorPanel />
    <SessionList />
  </ScreenBody>
)
