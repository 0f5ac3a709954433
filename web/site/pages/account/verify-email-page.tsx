import { useState } from 'react'
import { ACCOUNT_LINK_MESSAGES } from '#contracts/account-links/messages.ts'
import { SITE_PAGES } from '#contracts/paths.ts'
import { useSession } from '../../../shared/session.ts'
import type { SitePage } from '../../page.ts'
import { AccountPageLayout, MISSING_TOKEN_TEXT, SuccessNotice } from './account-page-layout.tsx'
import { InvalidLinkNotice } from './invalid-link-notice.tsx'
import { useLinkToken } from './use-link-token.ts'
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
  const token = useLinkToken()
  const { user } = useSession()
  const [message, setMessage] = useState<string>()
  // Not a flag: the link of another mail may be opened while this page is open.
  const [rejected, setRejected] = useState<{ token: string; explanation: string } | null>(null)

  if (message !== undefined)
    return <SuccessNotice text={user ? ACCOUNT_LINK_MESSAGES.emailVerifiedSignedIn : message} />
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
      onDone={(text = ACCOUNT_LINK_MESSAGES.emailVerified) => setMessage(text)}
      onInvalidToken={(explanation) => setRejected({ token, explanation })}
    />
  )
}
