import type { ReactNode } from 'react'
import { useAccountDialogs } from '../../account/use-account-dialogs.tsx'
import { Button } from '../../components/buttons.tsx'
import { focusElement } from '../../components/focus-element.ts'
import { useSession } from '../../session/session.ts'

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
export function InvalidLinkNotice({ purpose, isFocused = false, children }: InvalidLinkNoticeProps) {
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
