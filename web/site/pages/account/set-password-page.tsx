import { useState } from 'react'
import type { SetPasswordResult } from '#contracts/account-links/account-link.ts'
import { ACCOUNT_LINK_MESSAGES } from '#contracts/account-links/messages.ts'
import { SITE_PAGES } from '#contracts/paths.ts'
import { CodeForm } from '../../account/code-form.tsx'
import type { SitePage } from '../../page.ts'
import { useSession } from '../../session/session.ts'
import { AccountPageLayout, SuccessNotice } from './account-page-layout.tsx'
import { MailedLink } from './mailed-link.tsx'
import { SetPasswordForm } from './set-password-form.tsx'
import { useLinkToken } from './use-link-token.ts'
import { useSignInAfterwards } from './use-sign-in-afterwards.ts'

const SUBTITLE = '通过邮件中的链接，为您的账号设置登录密码。'

export const page: SitePage<'setPassword'> = {
  queries: () => [],
  head: () => ({ description: SUBTITLE, noIndex: true }),
  Component: () => (
    <AccountPageLayout title={SITE_PAGES.setPassword.title} subtitle={SUBTITLE}>
      <PasswordSetup />
    </AccountPageLayout>
  ),
}

/** Sets the password of the account that the link was mailed to, and shows the result. */
function PasswordSetup() {
  const link = useLinkToken()
  const { challenge, endChallenge, signIn } = useSignInAfterwards()
  const [result, setResult] = useState<SetPasswordResult | null>(null)

  async function finish(newResult: SetPasswordResult, password: string) {
    link.forget()
    // The back office has its own session, which its sign-in page begins.
    if (newResult.active && !newResult.isForBackOffice) await signIn(newResult.email, password)
    setResult(newResult)
  }

  if (challenge) return <CodeForm challenge={challenge} onDone={endChallenge} onBack={endChallenge} />
  if (result) return <SetPasswordNotice result={result} />
  return (
    <MailedLink link={link} purpose="password-reset" probablyUsedText={ACCOUNT_LINK_MESSAGES.passwordProbablySet}>
      {(token, rejectToken) => <SetPasswordForm token={token} onDone={finish} rejectToken={rejectToken} />}
    </MailedLink>
  )
}

function SetPasswordNotice({ result: { active, email, isForBackOffice } }: { result: SetPasswordResult }) {
  const { user } = useSession()
  if (!active) return <p role="status">密码已设置。账号还在等待管理员审核，通过后即可登录。</p>
  const text = user ? ACCOUNT_LINK_MESSAGES.passwordSetSignedIn : ACCOUNT_LINK_MESSAGES.passwordSet
  return <SuccessNotice text={`${text}：${email}`} isBackOfficeAccount={isForBackOffice} />
}
