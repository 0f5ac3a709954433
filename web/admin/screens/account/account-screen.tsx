import { ScreenContent, ScreenHeader } from '../../components/screen-header.tsx'
import { DataSection } from './data-section.tsx'
import { PasswordForm } from './password-form.tsx'
import { ProfileForm } from './profile-form.tsx'
import { SessionList } from './session-list.tsx'
import { TwoFactorPanel } from './two-factor-panel.tsx'

/** The account screen of the signed-in user: profile, sign-in methods and active sessions. */
export const AccountScreen = () => (
  <ScreenContent>
    <ScreenHeader title="我的账号" />
    <ProfileForm />
    <PasswordForm />
    <TwoFactorPanel />
    <SessionList />
    <DataSection />
  </ScreenContent>
)
