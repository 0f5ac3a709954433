import { useState } from 'react'
import type { SetPasswordResult } from '#contracts/account-links/account-link.ts'
import { ACCOUNT_LINK_MESSAGES } from '#contracts/account-links/messages.ts'
import { SITE_PAGES } from '#contracts/paths.ts'
import type { SitePage } from '../../page.ts'
import { AccountPageLayout, MISSING_TOKEN_TEXT, SuccessNotice } from './account-page-layout.tsx'
import { InvalidLinkNotice } from './invalid-link-notice.tsx'
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
  const [result, setResult] = useState<SetPasswordResult | null>(null)
  const [rejectedToken, setRejectedToken] = useState<string | null>(null)
  const isRejected = typeof token === 'string' && token === rejectedToken
  return (
    <AccountPageLayout title={SITE_PAGES.setPassword.title} subtitle={SUBTITLE}>
      {token === null && !result && (
        <InvalidLinkNotice purpose="password-reset">{MISSING_TOKEN_TEXT}</InvalidLinkNotice>
      )}
      {isRejected && !result && (
        <InvalidLinkNotice purpose="password-reset" isFocused>
          {ACCOUNT_LINK_MESSAGES.linkInvalid}
        </InvalidLinkNotice>
      )}
      {token && !isRejected && !result && (
        <SetPasswordForm token={token} onDone={setResult} onInvalidToken={() => setRejectedToken(token)} />
      )}
      {result?.active && (
        <SuccessNotice
          text={`${ACCOUNT_LINK_MESSAGES.passwordSet}：${result.email}`}
          isBackOfficeAccount={result.isForBackOffice}
        />
      )}
      {result && !result.active && <p role="status">密码已设置。账号还在等待管理员审核，通过后即可登录。</p>}
    </AccountPageLayout>
  )
}
