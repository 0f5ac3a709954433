import { ADMIN_SCREENS } from '#contracts/admin-pages.ts'
import { ScreenContent, ScreenHeader } from '../../components/screen-header.tsx'
import { DataSection } from './data-section.tsx'
import { PasswordForm } from './password-form.tsx'
import { ProfileForm } from './profile-form.tsx'
import { SessionList } from './session-list.tsx'
import { TwoFactorPanel } from './two-factor-panel.tsx'

/** The account screen of the signed-in user: profile, sign-in methods and active sessions. */
export const AccountScreen = () => (
  <ScreenContent>
    <ScreenHeader title={ADMIN_SCREENS.account.title} />
    <ProfileForm />
    <PasswordForm />
    <TwoFactorPanel />
    <SessionList />
    <DataSection />
  </ScreenContent>
)
