import { useForm } from 'react-hook-form'
import type { SetPasswordInput, SetPasswordResult } from '#contracts/account-links/account-link.ts'
import { accountLinkCalls } from '#contracts/account-links/calls.ts'
import { ACCOUNT_LINK_MESSAGES } from '#contracts/account-links/messages.ts'
import { readDeviceToken, storeDeviceToken } from '../../../shared/account/device-token.ts'
import { call } from '../../../shared/call.ts'
import { describeUnanswered } from '../../../shared/unanswered-call.ts'
import { useExclusive } from '../../../shared/use-exclusive.ts'
import { AccountForm } from '../../account/account-form.tsx'
import { PasswordField } from '../../account/password-field.tsx'
import { usePasswordHint } from '../../account/use-password-hint.ts'
import { Button } from '../../components/buttons.tsx'
import { createSchemaResolver } from '../../components/schema-resolver.ts'
import { showError } from '../../components/show-error.ts'
import { FormError } from '../../components/text-field.tsx'
import type { RejectToken } from './mailed-link.tsx'

const { resolver, preload: preloadSchema } = createSchemaResolver(
  async () => (await import('#contracts/account-links/account-link.ts')).SetPasswordSchema,
)

type SetPasswordFormProps = {
  token: string
  /** Called after the password is set. The form is busy until it resolves. */
  onDone: (result: SetPasswordResult, password: string) => Promise<void>
  rejectToken: RejectToken
}

/** Sets a password with a mailed token. */
export function SetPasswordForm({ token, onDone, rejectToken }: SetPasswordFormProps) {
  const form = useForm<SetPasswordInput>({ resolver, values: { token, newPassword: '' } })
  const passwordHint = usePasswordHint()
  const { errors, isSubmitting } = form.formState

  const submit = useExclusive(async (body: SetPasswordInput) => {
    const input = { body: { ...body, deviceToken: readDeviceToken() } }
    const reply = await call(accountLinkCalls.setPassword, input).catch(handleFailure)
    if (!reply) return
    storeDeviceToken(reply.data.deviceToken)
    await onDone(reply.data, body.newPassword)
  })

  function handleFailure(error: unknown): void {
    if (rejectToken(error)) return
    const describedError = describeUnanswered(error, ACCOUNT_LINK_MESSAGES.setReplyLost)
    showError(describedError, { names: ['newPassword'], setError: form.setError }, ACCOUNT_LINK_MESSAGES.setFailed)
  }

  return (
    <AccountForm name="设置密码" form={form} preloadSchema={preloadSchema} onSubmit={submit}>
      <PasswordField form={form} name="newPassword" label="新密码" autoComplete="new-password" hint={passwordHint} />
      <FormError>{errors.root?.message}</FormError>
      <Button type="submit" isBusy={isSubmitting} className="w-full">
        {isSubmitting ? '保存中……' : '设置密码'}
      </Button>
    </AccountForm>
  )
}
