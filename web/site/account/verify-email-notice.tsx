import { MailCheck } from 'lucide-react'
import { DAY_MS } from '#contracts/durations.ts'
import { ACCOUNT_LINKS } from '#contracts/limits.ts'
import { focusElement } from '../components/focus-element.ts'
import { LinkButton } from './link-button.tsx'

const LINK_LIFETIME_DAYS = ACCOUNT_LINKS.lifetimeMs.email / DAY_MS

type VerifyEmailNoticeProps = { email: string; onResend: () => void; onBack: () => void }

/** Asks the new member to open the verification link that was mailed after registration. */
export const VerifyEmailNotice = ({ email, onResend, onBack }: VerifyEmailNoticeProps) => (
  <div className="space-y-4 text-center">
    <MailCheck className="mx-auto size-10 text-indigo" aria-hidden />
    <div ref={focusElement} tabIndex={-1} role="status" className="outline-none">
      <p className="text-lg font-semibold">还差一步：验证邮箱</p>
      <p className="mt-2 text-muted">
        验证邮件已发往<span className="font-medium break-all text-ink">{email}</span>
        。请在{LINK_LIFETIME_DAYS}天内点击其中的链接，验证后即可登录。
      </p>
    </div>
    <p className="flex flex-wrap justify-center gap-x-3">
      <LinkButton onClick={onResend}>没有收到？重新发送</LinkButton>
      <LinkButton onClick={onBack}>返回登录</LinkButton>
    </p>
  </div>
)
