import { useState } from 'react'
import { ADMIN_SCREENS } from '#contracts/admin-pages.ts'
import { PAGES } from '#contracts/paths.ts'
import { NewTabLink } from '../../components/new-tab-link.tsx'
import { ScreenContent, ScreenHeader } from '../../components/screen-header.tsx'
import { useLeaveGuard } from '../../components/use-leave-guard.ts'
import { CompanyPanel } from './company-panel.tsx'
import { PasskeyPanel } from './passkey-panel.tsx'
import { PasswordForm } from './password-form.tsx'
import { ProfileForm } from './profile-form.tsx'
import { SessionList } from './session-list.tsx'
import { SubscriptionsForm } from './subscriptions-form.tsx'
import { TwoFactorPanel } from './two-factor-panel.tsx'

/** Leads to the site's page on which every user, staff included, downloads what is stored about them. */
const DataSection = () => (
  <section className="panel mt-5 px-5 py-5">
    <h2 className="pb-3 text-lg">我的数据</h2>
    <p className="pb-3 text-muted">
      平台保存的关于您的全部数据，可以在网站的“账号与安全”下载。网站与后台分别登录，请用同一账号登录网站。
    </p>
    <NewTabLink href={PAGES.myAccount}>到网站下载我的数据</NewTabLink>
  </section>
)

/** The account screen of the signed-in user: profile, sign-in methods and active sessions. */
export function AccountScreen() {
  const [isProfileDirty, setIsProfileDirty] = useState(false)
  const [areSubscriptionsDirty, setAreSubscriptionsDirty] = useState(false)
  useLeaveGuard('account', { isDirty: isProfileDirty || areSubscriptionsDirty })
  return (
    <ScreenContent>
      <ScreenHeader title={ADMIN_SCREENS.account.title} />
      <ProfileForm onDirtyChange={setIsProfileDirty} />
      <SubscriptionsForm onDirtyChange={setAreSubscriptionsDirty} />
      <PasswordForm />
      <TwoFactorPanel />
      <PasskeyPanel />
      <CompanyPanel />
      <SessionList />
      <DataSection />
    </ScreenContent>
  )
}
