import { useState } from 'react'
import { ACCOUNT_LINK_MESSAGES } from '#contracts/account-links/messages.ts'
import { SITE_PAGES } from '#contracts/paths.ts'
import { CodeForm } from '../../account/code-form.tsx'
import type { SitePage } from '../../page.ts'
import { useSession } from '../../session/session.ts'
import { AccountPageLayout, MISSING_TOKEN_TEXT, SuccessNotice } from './account-page-layout.tsx'
import { InvalidLinkNotice } from './invalid-link-notice.tsx'
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
  const { token, forget } = useLinkToken()
  const { user } = useSession()
  const { challenge, endChallenge, signIn } = useSignInAfterwards()
  const [isVerified, setIsVerified] = useState(false)
  // Not a flag: the link of another mail may be opened while this page is open.
  const [rejected, setRejected] = useState<{ token: string; explanation: string } | null>(null)

  async function finish(email: string, password: string) {
    forget()
    await signIn(email, password)
    setIsVerified(true)
  }

  if (challenge) return <CodeForm challenge={challenge} onDone={endChallenge} onBack={endChallenge} />
  if (isVerified)
    return (
      <SuccessNotice text={user ? ACCOUNT_LINK_MESSAGES.emailVerifiedSignedIn : ACCOUNT_LINK_MESSAGES.emailVerified} />
    )
  if (token === undefined) return null
  if (token === null)
    return (
      <InvalidLinkNotice key="missing" purpose="verification">
        {MISSING_TOKEN_TEXT}
      </InvalidLinkNotice>
    )
  if (token === rejected?.token)
    return (
      <InvalidLinkNotice key="rejected" purpose="verification" isFocused>
        {rejected.explanation}
      </InvalidLinkNotice>
    )
  return (
    <VerifyEmailForm
      token={token}
      onDone={finish}
      onInvalidToken={(explanation) => {
        forget()
        setRejected({ token, explanation })
      }}
    />
  )
}
