import { useRef } from 'react'
import { useForm } from 'react-hook-form'
import type { SetPasswordInput, SetPasswordResult } from '#contracts/account-links/account-link.ts'
import { accountLinkCalls } from '#contracts/account-links/calls.ts'
import { ACCOUNT_LINK_MESSAGES } from '#contracts/account-links/messages.ts'
import { readDeviceToken, storeDeviceToken } from '../../../shared/account/device-token.ts'
import { call } from '../../../shared/call.ts'
import { isNotFound } from '../../../shared/call-error.ts'
import { describeUnanswered, isUnanswered } from '../../../shared/unanswered-call.ts'
import { useExclusive } from '../../../shared/use-exclusive.ts'
import { PasswordField } from '../../account/password-field.tsx'
import { usePasswordHint } from '../../account/use-password-hint.ts'
import { Button } from '../../components/buttons.tsx'
import { createSchemaResolver } from '../../components/schema-resolver.ts'
import { showError } from '../../components/show-error.ts'
import { FormError } from '../../components/text-field.tsx'

const { resolver, preload: preloadSchema } = createSchemaResolver(
  async () => (await import('#contracts/account-links/account-link.ts')).SetPasswordSchema,
)

type SetPasswordFormProps = {
  token: string
  /** Called after the password is set. The form is busy until it resolves. */
  onDone: (result: SetPasswordResult, password: string) => Promise<void>
  /** Called with what the visitor should know about the token. */
  onInvalidToken: (explanation: string) => void
}

/** Sets a password with a mailed token. Calls `onInvalidToken` if the token has expired or was used before. */
export function SetPasswordForm({ token, onDone, onInvalidToken }: SetPasswordFormProps) {
  const form = useForm<SetPasswordInput>({ resolver, values: { token, newPassword: '' } })
  const passwordHint = usePasswordHint()
  const { errors, isSubmitting } = form.formState

  /** Whether a request got no reply, so that it may have used the token. */
  const hasUnansweredRequest = useRef(false)

  const submit = useExclusive(async (body: SetPasswordInput) => {
    const input = { body: { ...body, deviceToken: readDeviceToken() } }
    const reply = await call(accountLinkCalls.setPassword, input).catch(handleFailure)
    if (!reply) return
    storeDeviceToken(reply.data.deviceToken)
    await onDone(reply.data, body.newPassword)
  })

  function handleFailure(error: unknown): void {
    if (isNotFound(error)) {
      const { linkInvalid, passwordProbablySet } = ACCOUNT_LINK_MESSAGES
      onInvalidToken(hasUnansweredRequest.current ? passwordProbablySet : linkInvalid)
      return
    }
    hasUnansweredRequest.current ||= isUnanswered(error)
    const describedError = describeUnanswered(error, ACCOUNT_LINK_MESSAGES.setReplyLost)
    showError(describedError, { names: ['newPassword'], setError: form.setError }, ACCOUNT_LINK_MESSAGES.setFailed)
  }

  return (
    <form
      method="post"
      noValidate
      onFocus={preloadSchema}
      onSubmit={form.handleSubmit(submit)}
      aria-label="设置密码"
      className="space-y-5"
    >
      <PasswordField form={form} name="newPassword" label="新密码" autoComplete="new-password" hint={passwordHint} />
      <FormError>{errors.root?.message}</FormError>
      <Button type="submit" isBusy={isSubmitting} className="w-full">
        {isSubmitting ? '保存中……' : '设置密码'}
      </Button>
    </form>
  )
}
