import { useState } from 'react'
import type { PasswordSet } from '#contracts/account-links/account-link.ts'
import { ACCOUNT_LINK_MESSAGES } from '#contracts/account-links/messages.ts'
import { SITE_PAGES } from '#contracts/paths.ts'
import type { SitePage } from '../../page.ts'
import { AccountPage, Done, NO_TOKEN } from './account-page.tsx'
import { AskAgain } from './ask-again.tsx'
import { SetPasswordForm } from './set-password-form.tsx'
import { useLinkToken } from './use-link-token.ts'

const SUBTITLE = '通过邮件中的链接，为您的账号设置登录密码。'

export const page: SitePage<'setPassword'> = {
  queries: () => [],
  head: () => ({ description: SUBTITLE, noIndex: true }),
  Component: SetPasswordPage,
}

function SetPasswordPage() {
  const token = useLinkToken()
  const [done, setDone] = useState<PasswordSet | null>(null)
  /** The secret that turned out not to count; that there is none needs no trying. */
  const [gone, setGone] = useState<string | null>(null)
  const isGone = token !== undefined && token === gone
  return (
    <AccountPage title={SITE_PAGES.setPassword.title} subtitle={SUBTITLE}>
      {isGone && !done && (
        <AskAgain purpose="forgotten" takesFocus={token !== null}>
          {token === null ? NO_TOKEN : ACCOUNT_LINK_MESSAGES.linkGone}
        </AskAgain>
      )}
      {token && !isGone && !done && <SetPasswordForm token={token} onDone={setDone} onGone={() => setGone(token)} />}
      {done?.active && (
        <Done text={`${ACCOUNT_LINK_MESSAGES.passwordSet}：${done.email}`} isBackOffice={done.backOffice} />
      )}
      {done && !done.active && <p role="status">密码已设置。账号还在等待管理员审核，通过后即可登录。</p>}
    </AccountPage>
  )
}
