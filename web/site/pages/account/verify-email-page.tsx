import { useState } from 'react'
import { accountLinkCalls } from '#contracts/account-links/calls.ts'
import { ACCOUNT_LINK_MESSAGES } from '#contracts/account-links/messages.ts'
import { SITE_PAGES } from '#contracts/paths.ts'
import { call } from '../../../shared/call.ts'
import { isCallError, toErrorMessage } from '../../../shared/call-error.ts'
import { useSession } from '../../../shared/session.ts'
import { isUnanswered } from '../../../shared/unanswered-call.ts'
import { useMutation } from '../../../shared/use-mutation.ts'
import { Button } from '../../components/buttons.tsx'
import type { SitePage } from '../../page.ts'
import { AccountPageLayout, MISSING_TOKEN_TEXT, SuccessNotice } from './account-page-layout.tsx'
import { InvalidLinkNotice } from './invalid-link-notice.tsx'
import { useLinkToken } from './use-link-token.ts'

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

/** Verifies the address when a button is pressed, not when the page opens: mail scanners open links, too. */
function EmailVerification() {
  const token = useLinkToken()
  const { user } = useSession()
  /** The token of a request without a reply, which may have verified the address. */
  const [unansweredToken, setUnansweredToken] = useState<string>()
  const verification = useMutation({
    mutationFn: (linkToken: string) => call(accountLinkCalls.verifyEmail, { body: { token: linkToken } }),
    onError(failure, linkToken) {
      if (isUnanswered(failure)) setUnansweredToken(linkToken)
    },
  })
  // The link of another mail may be opened while this page is open; the result of the first link doesn't apply to it.
  const error = verification.variables === token ? verification.error : null

  if (verification.isSuccess)
    return <SuccessNotice text={user ? ACCOUNT_LINK_MESSAGES.emailVerifiedSignedIn : verification.data.message} />
  if (token === undefined) return null
  if (token === null)
    return (
      <InvalidLinkNotice key="missing" purpose="verification">
        {MISSING_TOKEN_TEXT}
      </InvalidLinkNotice>
    )
  if (isCallError(error) && error.status === 404)
    return (
      <InvalidLinkNotice key="rejected" purpose="verification" isFocused>
        {unansweredToken === token ? ACCOUNT_LINK_MESSAGES.emailProbablyVerified : ACCOUNT_LINK_MESSAGES.linkInvalid}
      </InvalidLinkNotice>
    )
  return (
    <div className="space-y-5">
      <p>请点击下面的按钮完成验证。</p>
      {error && (
        <p role="alert" className="rounded-lg border border-danger px-3.5 py-2 text-sm text-danger">
          {toErrorMessage(error, ACCOUNT_LINK_MESSAGES.verifyFailed)}
        </p>
      )}
      <Button className="w-full" isBusy={verification.isPending} onClick={() => verification.mutate(token)}>
        {verification.isPending ? '验证中……' : '验证邮箱'}
      </Button>
    </div>
  )
}
