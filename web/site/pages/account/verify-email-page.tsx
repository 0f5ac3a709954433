import { useState } from 'react'
import { ACCOUNT_LINK_MESSAGES } from '#contracts/account-links/messages.ts'
import { SITE_PAGES } from '#contracts/paths.ts'
import { CodeForm } from '../../account/code-form.tsx'
import type { SitePage } from '../../page.ts'
import { useSession } from '../../session/session.ts'
import { AccountPageLayout, SuccessNotice } from './account-page-layout.tsx'
import { MailedLink } from './mailed-link.tsx'
import { useLinkToken } from './use-link-token.ts'
import { useSignInAfterwards } from './use-sign-in-afterwards.ts'
import { VerifyEmailForm } from './verify-email-form.tsx'

const SUBTITLE = '确认注册时填写的邮箱属于您。'

export const page: SitePage<'verifyEmail'> = {
  queries: () => [],
  head: () => ({ description: SUBTITLE, noIndex: true }),
  Component: () => (
    <AccountPageLayout title={SITE_PAGES.verifyEmail.title} subtitle={SUBTITLE}>
      <EmailVerification />
    </AccountPageLayout>
  ),
}

/** Verifies the address that the link was mailed to, and shows the result. */
function EmailVerification() {
  const link = useLinkToken()
  const { user } = useSession()
  const { challenge, endChallenge, signIn } = useSignInAfterwards()
  const [isVerified, setIsVerified] = useState(false)

  async function finish(email: string, password: string) {
    link.forget()
    await signIn(email, password)
    setIsVerified(true)
  }

  if (challenge) return <CodeForm challenge={challenge} onDone={endChallenge} onBack={endChallenge} />
  if (isVerified)
    return (
      <SuccessNotice text={user ? ACCOUNT_LINK_MESSAGES.emailVerifiedSignedIn : ACCOUNT_LINK_MESSAGES.emailVerified} />
    )
  return (
    <MailedLink link={link} purpose="verification" probablyUsedText={ACCOUNT_LINK_MESSAGES.emailProbablyVerified}>
      {(token, rejectToken) => <VerifyEmailForm token={token} onDone={finish} rejectToken={rejectToken} />}
    </MailedLink>
  )
}
