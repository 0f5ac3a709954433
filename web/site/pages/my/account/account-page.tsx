import { useRef, useState } from 'react'
import { IDENTITY_MESSAGES } from '#contracts/identity/messages.ts'
import { PAGES, SITE_PAGES } from '#contracts/paths.ts'
import { formatDay } from '../../../../shared/formats.ts'
import { AccountButtons } from '../../../account/account-buttons.tsx'
import { MemberPage } from '../../../account/member-page.tsx'
import { Button } from '../../../components/buttons.tsx'
import { useToast } from '../../../components/toast.tsx'
import type { SitePage } from '../../../page.ts'
import { useNavigate } from '../../../router.tsx'
import { useSession } from '../../../session/session.ts'
import { AccountPanel } from './account-panel.tsx'
import { ClosingDialog } from './closing-dialog.tsx'
import { CompanyPanel } from './company-panel.tsx'
import { DataSection } from './data-section.tsx'
import { KeySection } from './key-section.tsx'
import { MailChoices } from './mail-choices.tsx'
import { PasskeyPanel } from './passkey-panel.tsx'
import { SessionList } from './session-list.tsx'
import { TwoFactorPanel } from './two-factor-panel.tsx'

/** Offers to close the account; accounts of the back office can't be closed by their owners. */
function ClosingSection() {
  const { user } = useSession()
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const navigate = useNavigate()
  const showToast = useToast()

  function handleClosed() {
    navigate(PAGES.home)
    showToast(IDENTITY_MESSAGES.accountClosed, 'success')
  }

  return (
    <AccountPanel title="注销账号" headingRef={heading}>
      {user?.role === 'member' ? (
        <>
          <p className="mt-1 mb-4 text-muted">永久删除账号与其中的内容。注销前会列出哪些内容被删除，哪些保留。</p>
          <Button variant="outline" aria-haspopup="dialog" onClick={() => setIsDialogOpen(true)}>
            注销账号
          </Button>
          <ClosingDialog
            userId={user._id}
            isOpen={isDialogOpen}
            onCancel={() => setIsDialogOpen(false)}
            onClosed={handleClosed}
          />
        </>
      ) : (
        <p className="mt-1 text-muted">{IDENTITY_MESSAGES.staffAccountNotClosable}。</p>
      )}
    </AccountPanel>
  )
}

const SUBTITLE = '资料与密码、两步验证、通行密钥、公司账号、登录的设备、接口密钥、邮件通知、我的数据，以及注销账号。'

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
          <PasskeyPanel />
          <CompanyPanel />
          <SessionList />
          <KeySection />
          <MailChoices />
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
