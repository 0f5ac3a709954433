import type { ReactNode } from 'react'
import { ADMIN_PAGES } from '#contracts/admin-pages.ts'
import { PAGES } from '#contracts/paths.ts'
import { useAccountDialogs } from '../../account/use-account-dialogs.tsx'
import { Button, getButtonClass } from '../../components/buttons.tsx'
import { ButtonLink } from '../../components/document-links.tsx'
import { focusElement } from '../../components/focus-element.ts'
import { PageTitle } from '../../components/section.tsx'
import { useSession } from '../../session/session.ts'

type AccountPageLayoutProps = { title: string; subtitle: string; children: ReactNode }

/** The narrow layout of pages opened by a mailed link. */
export const AccountPageLayout = ({ title, subtitle, children }: AccountPageLayoutProps) => (
  <>
    <PageTitle title={title} subtitle={subtitle} />
    <div className="shell py-10">
      <noscript>
        <p className="mb-6 text-center">链接中的凭证只有JavaScript能读取，请启用后重新打开邮件中的链接。</p>
      </noscript>
      <div className="card mx-auto max-w-md p-6 md:p-8">{children}</div>
    </div>
  </>
)

/** Reports success and offers the next step: the home page to signed-in members, signing in to other visitors. */
export function SuccessNotice({
  text,
  isBackOfficeAccount = false,
}: {
  text: ReactNode
  isBackOfficeAccount?: boolean
}) {
  const { user } = useSession()
  const { show, preload, dialogs } = useAccountDialogs()
  return (
    <div className="space-y-5 text-center">
      <p ref={focusElement} tabIndex={-1} role="status" className="text-lg outline-none">
        {text}
      </p>
      {user && (
        <>
          <p className="text-muted">当前已登录：{user.name}</p>
          <ButtonLink link={PAGES.home} className="w-full">
            返回首页
          </ButtonLink>
        </>
      )}
      {!user && isBackOfficeAccount && (
        // A plain link, since the site's router can't navigate to the back office.
        <a href={ADMIN_PAGES.login} className={getButtonClass('primary', 'w-full')}>
          登录管理后台
        </a>
      )}
      {!user && !isBackOfficeAccount && (
        <Button className="w-full" onPointerEnter={preload} onClick={() => show('sign-in')}>
          登录
        </Button>
      )}
      {dialogs}
    </div>
  )
}
