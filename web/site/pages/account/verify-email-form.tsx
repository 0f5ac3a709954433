import { useForm } from 'react-hook-form'
import type { VerifyEmailInput } from '#contracts/account-links/account-link.ts'
import { accountLinkCalls } from '#contracts/account-links/calls.ts'
import { ACCOUNT_LINK_MESSAGES } from '#contracts/account-links/messages.ts'
import { call } from '../../../shared/call.ts'
import { useExclusive } from '../../../shared/use-exclusive.ts'
import { AccountForm } from '../../account/account-form.tsx'
import { LinkButton } from '../../account/link-button.tsx'
import { PasswordField } from '../../account/password-field.tsx'
import { useAccountDialogs } from '../../account/use-account-dialogs.tsx'
import { Button } from '../../components/buttons.tsx'
import { createSchemaResolver } from '../../components/schema-resolver.ts'
import { showError } from '../../components/show-error.ts'
import { FormError } from '../../components/text-field.tsx'
import type { RejectToken } from './mailed-link.tsx'

const { resolver, preload: preloadSchema } = createSchemaResolver(
  async () => (await import('#contracts/account-links/account-link.ts')).VerifyEmailSchema,
)

type VerifyEmailFormProps = {
  token: string
  /** Called after the address is verified. The form is busy until it resolves. */
  onDone: (email: string, password: string) => Promise<void>
  rejectToken: RejectToken
}

/** Verifies an email address with a mailed token. */
export function VerifyEmailForm({ token, onDone, rejectToken }: VerifyEmailFormProps) {
  const form = useForm<VerifyEmailInput>({ resolver, values: { token, password: '' } })
  const { errors, isSubmitting } = form.formState
  const { show, dialogs } = useAccountDialogs()

  const submit = useExclusive(async (body: VerifyEmailInput) => {
    const reply = await call(accountLinkCalls.verifyEmail, { body }).catch(handleFailure)
    if (reply) await onDone(reply.data.email, body.password)
  })

  function handleFailure(error: unknown): void {
    if (rejectToken(error)) return
    showError(error, { names: ['password'], setError: form.setError }, ACCOUNT_LINK_MESSAGES.verifyFailed)
  }

  return (
    <>
      <AccountForm name="验证邮箱" form={form} preloadSchema={preloadSchema} onSubmit={submit}>
        <PasswordField
          form={form}
          name="password"
          label="密码"
          autoComplete="current-password"
          hint="账号的登录密码，用来确认账号是您本人注册的。"
        />
        <FormError>{errors.root?.message}</FormError>
        <Button type="submit" isBusy={isSubmitting} className="w-full">
          {isSubmitting ? '验证中……' : '验证邮箱'}
        </Button>
        <div className="text-center">
          <p className="text-sm text-muted">忘记密码，或者不是您注册的？重置密码时邮箱一并验证，原来的密码随即失效。</p>
          <LinkButton onClick={() => show('password-reset')}>重置密码</LinkButton>
        </div>
      </AccountForm>
      {dialogs}
    </>
  )
}
