import { useForm } from 'react-hook-form'
import type { PasswordByLinkInput, PasswordSet } from '#contracts/account-links/account-link.ts'
import { accountLinkCalls } from '#contracts/account-links/calls.ts'
import { ACCOUNT_LINK_MESSAGES } from '#contracts/account-links/messages.ts'
import { call } from '../../../shared/call.ts'
import { isCallFailure } from '../../../shared/call-failure.ts'
import { readDeviceToken, storeDeviceToken } from '../../../shared/device-token.ts'
import { PasswordField } from '../../account/password-field.tsx'
import { usePasswordHint } from '../../account/use-password-hint.ts'
import { Button } from '../../components/buttons.tsx'
import { createSchemaResolver } from '../../components/schema-resolver.ts'
import { showFailure } from '../../components/show-failure.ts'
import { FormFailure } from '../../components/text-field.tsx'

const { resolver } = createSchemaResolver(
  async () => (await import('#contracts/account-links/account-link.ts')).PasswordByLinkSchema,
)

type SetPasswordFormProps = { token: string; onDone: (result: PasswordSet) => void; onExpired: () => void }

/** Sets a password by a mailed token. Calls `onDone` once it is set, `onExpired` if the token is no longer valid. */
export function SetPasswordForm({ token, onDone, onExpired }: SetPasswordFormProps) {
  const form = useForm<PasswordByLinkInput>({ resolver, values: { token, newPassword: '' } })
  const { errors, isSubmitting } = form.formState

  const send = form.handleSubmit(async (body) => {
    try {
      const { data } = await call(accountLinkCalls.setPassword, { body: { ...body, deviceToken: readDeviceToken() } })
      storeDeviceToken(data.deviceToken)
      onDone(data)
    } catch (error) {
      if (isCallFailure(error) && error.status === 404) return onExpired()
      showFailure(error, { names: ['newPassword'], setError: form.setError }, ACCOUNT_LINK_MESSAGES.setFailed)
    }
  })

  return (
    <form method="post" noValidate onSubmit={send} aria-label="设置密码" className="space-y-5">
      <PasswordField
        form={form}
        name="newPassword"
        label="新密码"
        autoComplete="new-password"
        hint={usePasswordHint()}
      />
      <FormFailure>{errors.root?.message}</FormFailure>
      <Button type="submit" isBusy={isSubmitting} className="w-full">
        {isSubmitting ? '保存中……' : '设置密码'}
      </Button>
    </form>
  )
}
