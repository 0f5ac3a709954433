import type { ReactNode } from 'react'
import { useSession } from '../../../shared/session.ts'
import { useAccountDialogs } from '../../account/use-account-dialogs.tsx'
import { Button } from '../../components/buttons.tsx'
import { focusElement } from '../../components/focus-element.ts'

const LABELS = { forgotten: '重新获取重置邮件', verification: '重新获取验证邮件' } as const

type InvalidLinkNoticeProps = {
  purpose: keyof typeof LABELS
  /** Whether to take the focus of a pressed button that this replaces. */
  isFocused?: boolean
  children: ReactNode
}

/** Explains why a link is invalid, and offers another email or signing in, as the link may have been used before. */
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
          {LABELS[purpose]}
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
