import { type ReactNode, useRef, useState } from 'react'
import { ACCOUNT_LINK_MESSAGES } from '#contracts/account-links/messages.ts'
import { isNotFound } from '../../../shared/call-error.ts'
import { isUnanswered } from '../../../shared/unanswered-call.ts'
import { useAccountDialogs } from '../../account/use-account-dialogs.tsx'
import { Button } from '../../components/buttons.tsx'
import { focusElement } from '../../components/focus-element.ts'
import { useSession } from '../../session/session.ts'
import type { LinkToken } from './use-link-token.ts'

/** Returns whether the failure of a call means that the token is invalid, which then is said instead of the form. */
export type RejectToken = (error: unknown) => boolean

type MailedLinkProps = {
  link: LinkToken
  purpose: InvalidLinkNoticeProps['purpose']
  /** What to say of a token that is invalid after a request without a reply, which has probably used it. */
  probablyUsedText: string
  children: (token: string, rejectToken: RejectToken) => ReactNode
}

/** Shows the form for the token of a mailed link, or why there is none. */
export function MailedLink({ link: { token, forget }, purpose, probablyUsedText, children }: MailedLinkProps) {
  // Not a flag: the link of another mail may be opened while this page is open.
  const [rejected, setRejected] = useState<{ token: string; explanation: string } | null>(null)
  /** Whether a request got no reply, so that it may have used the token. */
  const hasUnansweredRequest = useRef(false)

  if (token === undefined) return null
  if (token === null)
    return (
      <InvalidLinkNotice key="missing" purpose={purpose}>
        {MISSING_TOKEN_TEXT}
      </InvalidLinkNotice>
    )
  if (token === rejected?.token)
    return (
      <InvalidLinkNotice key="rejected" purpose={purpose} isFocused>
        {rejected.explanation}
      </InvalidLinkNotice>
    )
  return children(token, (error) => {
    hasUnansweredRequest.current ||= isUnanswered(error)
    if (!isNotFound(error)) return false
    forget()
    setRejected({
      token,
      explanation: hasUnansweredRequest.current ? probablyUsedText : ACCOUNT_LINK_MESSAGES.linkInvalid,
    })
    return true
  })
}

/** Said of a link that a mail client truncated, or that was reloaded after its token was removed from the URL. */
const MISSING_TOKEN_TEXT =
  '链接不完整。请回到邮件，重新打开其中的链接，也可以把完整地址复制到浏览器的地址栏；邮件已找不到时，请重新获取。'

const REQUEST_LABELS = { 'password-reset': '重新获取重置邮件', verification: '重新获取验证邮件' } as const

type InvalidLinkNoticeProps = {
  purpose: keyof typeof REQUEST_LABELS
  /** Whether the notice takes the focus, since it replaces the button that was pressed. */
  isFocused?: boolean
  /** Why the link is invalid. */
  children: ReactNode
}

/**
 * Explains why a mailed link is invalid, and offers another mail or signing in, as the link may have been used before.
 */
function InvalidLinkNotice({ purpose, isFocused = false, children }: InvalidLinkNoticeProps) {
  const { user } = useSession()
  const { show, preload, dialogs } = useAccountDialogs()
  return (
    <div className="space-y-5">
      <p ref={isFocused ? focusElement : null} tabIndex={-1} role="alert" className="outline-none">
        {children}
      </p>
      <div className="grid gap-3">
        <Button aria-haspopup="dialog" onPointerEnter={preload} onClick={() => show(purpose)}>
          {REQUEST_LABELS[purpose]}
        </Button>
        {!user && (
          <Button variant="outline" aria-haspopup="dialog" onPointerEnter={preload} onClick={() => show('sign-in')}>
            登录
          </Button>
        )}
      </div>
      {dialogs}
    </div>
  )
}
