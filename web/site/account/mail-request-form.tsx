import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { EmailInput } from '#contracts/account-links/account-link.ts'
import { accountLinkCalls } from '#contracts/account-links/calls.ts'
import { ACCOUNT_LINK_MESSAGES } from '#contracts/account-links/messages.ts'
import { call } from '../../shared/call.ts'
import { useExclusive } from '../../shared/use-exclusive.ts'
import { Button } from '../components/buttons.tsx'
import { focusElement } from '../components/focus-element.ts'
import { focusFirstFieldNow } from '../components/focus-first-field.ts'
import { createSchemaResolver } from '../components/schema-resolver.ts'
import { showError } from '../components/show-error.ts'
import { FormError, TextField } from '../components/text-field.tsx'
import { AccountForm } from './account-form.tsx'
import { LinkButton } from './link-button.tsx'

const { resolver, preload: preloadSchema } = createSchemaResolver(
  async () => (await import('#contracts/account-links/account-link.ts')).EmailInputSchema,
)

/** The purpose of the requested mail, and the email address if the visitor has already entered it. */
export type MailRequest = { purpose: 'password-reset' | 'verification'; email: string }

const MAIL_REQUESTS = {
  'password-reset': {
    call: accountLinkCalls.forgotPassword,
    title: '忘记密码',
    text: '填写注册时的邮箱，我们会把重置密码的链接发给您。',
    submitLabel: '发送重置邮件',
  },
  verification: {
    call: accountLinkCalls.resendVerification,
    title: '验证邮箱',
    text: '填写注册时的邮箱，我们会再发一次验证链接。',
    submitLabel: '重新发送验证邮件',
  },
} as const

export const getMailRequestTitle = ({ purpose }: MailRequest): string => MAIL_REQUESTS[purpose].title

/** Requests a mail. Doesn't reveal whether it is sent, which would reveal who has an account. */
export function MailRequestForm({ request, onBack }: { request: MailRequest; onBack: () => void }) {
  const { call: mailCall, title, text, submitLabel } = MAIL_REQUESTS[request.purpose]
  const form = useForm<EmailInput>({ resolver, defaultValues: { email: request.email } })
  const { errors, isSubmitting } = form.formState
  const [confirmation, setConfirmation] = useState<string | null>(null)

  const submit = useExclusive(async (body: EmailInput) => {
    try {
      setConfirmation((await call(mailCall, { body })).message)
    } catch (error) {
      const { setError } = form
      if (!showError(error, { names: ['email'], setError }, ACCOUNT_LINK_MESSAGES.sendFailed)) form.setFocus('email')
    }
  })

  return (
    <AccountForm name={title} form={form} preloadSchema={preloadSchema} onSubmit={submit} ref={focusFirstFieldNow}>
      {confirmation ? (
        <p ref={focusElement} tabIndex={-1} role="status" className="rounded-lg bg-sunken px-4 py-3 outline-none">
          {confirmation}。没有收到时，请查看垃圾邮件，或过几分钟再试。
        </p>
      ) : (
        <>
          <p className="text-muted">{text}</p>
          <TextField form={form} name="email" label="邮箱" type="email" isRequired autoComplete="email" />
          <FormError>{errors.root?.message}</FormError>
          <Button type="submit" isBusy={isSubmitting} className="w-full">
            {isSubmitting ? '发送中……' : submitLabel}
          </Button>
        </>
      )}
      <p className="text-center">
        <LinkButton onClick={onBack}>返回登录</LinkButton>
      </p>
    </AccountForm>
  )
}
