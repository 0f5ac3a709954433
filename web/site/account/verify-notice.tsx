import { MailCheck } from 'lucide-react'
import { ACCOUNT_LINKS } from '#contracts/limits.ts'
import { focusElement } from '../parts/focus-element.ts'
import { FormLink } from './form-link.tsx'

const DAYS = ACCOUNT_LINKS.lifetimeMs.email / (24 * 3_600_000)

type VerifyNoticeProps = { email: string; onResend: () => void; onBack: () => void }

/** After a registration whose address has to be proved: if the mail went, and what to do with it. */
export const VerifyNotice = ({ email, onResend, onBack }: VerifyNoticeProps) => (
  <div className="space-y-4 text-center">
    <MailCheck className="mx-auto size-10 text-indigo" aria-hidden />
    <div ref={focusElement} tabIndex={-1} role="status" className="outline-none">
      <p className="text-lg font-semibold">还差一步：验证邮箱</p>
      <p className="mt-2 text-muted">
        验证邮件已发往<span className="font-medium break-all text-ink">{email}</span>
        。请在{DAYS}天内点击其中的链接，验证后即可登录。
      </p>
    </div>
    <p className="flex flex-wrap justify-center gap-x-3">
      <FormLink onPress={onResend}>没有收到？重新发送</FormLink>
      <FormLink onPress={onBack}>返回登录</FormLink>
    </p>
  </div>
)
