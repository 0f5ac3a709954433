import { SITE_PAGES } from '#contracts/paths.ts'
import { formatDay } from '../../../../shared/formats.ts'
import { useSession } from '../../../../shared/session.ts'
import { AccountButtons } from '../../../account/account-buttons.tsx'
import { MemberPage } from '../../../account/member-page.tsx'
import type { SitePage } from '../../../page.ts'
import { ClosingSection } from './closing-section.tsx'
import { DataSection } from './data-section.tsx'
import { SessionList } from './session-list.tsx'
import { TwoFactorPanel } from './two-factor-panel.tsx'

const SUBTITLE = '资料与密码、两步验证、登录的设备、我的数据，以及注销账号。'

/** Prints no buttons; while recovery codes are shown, only their section. */
const PRINT_CLASS =
  'print:[&_button]:hidden print:has-data-recovery-codes:[&>section:not(:has([data-recovery-codes]))]:hidden'

export const page: SitePage<'myAccount'> = {
  queries: () => [],
  head: () => ({ description: SUBTITLE, noIndex: true }),
  Component: () => (
    <MemberPage
      title={SITE_PAGES.myAccount.title}
      subtitle={SUBTITLE}
      invitation={<p className="max-w-prose">登录后可以修改资料与密码，查看登录的设备，开启两步验证，下载您的数据。</p>}
    >
      <div className="shell py-8">
        <div className={`max-w-3xl space-y-5 ${PRINT_CLASS}`}>
          <Profile />
          <TwoFactorPanel />
          <SessionList />
          <DataSection />
          <ClosingSection />
        </div>
      </div>
    </MemberPage>
  ),
}

function Profile() {
  const { user } = useSession()
  if (!user) return null
  const facts = [
    ['登录邮箱', user.email],
    ['姓名', user.name],
    ['公司', user.company],
    ['职位', user.position],
    ['电话', user.phone],
    ['注册日期', formatDay(user.createdAt)],
  ].filter(([, value]) => value)
  return (
    <section className="card p-5" aria-labelledby="profile-heading">
      <h2 id="profile-heading" className="text-lg">
        账号资料
      </h2>
      <dl className="mt-3 grid gap-x-8 gap-y-2 sm:grid-cols-2">
        {facts.map(([label, value]) => (
          <div key={label} className="flex gap-3">
            <dt className="w-16 shrink-0 text-muted">{label}</dt>
            <dd className="min-w-0 wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-4">
        <AccountButtons />
      </div>
    </section>
  )
}
