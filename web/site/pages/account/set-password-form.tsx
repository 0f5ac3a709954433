import { useForm } from 'react-hook-form'
import type { SetPasswordInput, SetPasswordResult } from '#contracts/account-links/account-link.ts'
import { accountLinkCalls } from '#contracts/account-links/calls.ts'
import { ACCOUNT_LINK_MESSAGES } from '#contracts/account-links/messages.ts'
import { call } from '../../../shared/call.ts'
import { isCallError } from '../../../shared/call-error.ts'
import { readDeviceToken, storeDeviceToken } from '../../../shared/device-token.ts'
import { PasswordField } from '../../account/password-field.tsx'
import { usePasswordRequirements } from '../../account/use-password-requirements.ts'
import { Button } from '../../components/buttons.tsx'
import { createSchemaResolver } from '../../components/schema-resolver.ts'
import { showError } from '../../components/show-error.ts'
import { FormError } from '../../components/text-field.tsx'

const { resolver } = createSchemaResolver(
  async () => (await import('#contracts/account-links/account-link.ts')).SetPasswordSchema,
)

type SetPasswordFormProps = { token: string; onDone: (result: SetPasswordResult) => void; onExpired: () => void }

/** Sets a password by a mailed token. Calls `onDone` once it is set, `onExpired` if the token is no longer valid. */
export function SetPasswordForm({ token, onDone, onExpired }: SetPasswordFormProps) {
  const form = useForm<SetPasswordInput>({ resolver, values: { token, newPassword: '' } })
  const { errors, isSubmitting } = form.formState

  const send = form.handleSubmit(async (body) => {
    try {
      const { data } = await call(accountLinkCalls.setPassword, { body: { ...body, deviceToken: readDeviceToken() } })
      storeDeviceToken(data.deviceToken)
      onDone(data)
    } catch (error) {
      if (isCallError(error) && error.status === 404) return onExpired()
      showError(error, { names: ['newPassword'], setError: form.setError }, ACCOUNT_LINK_MESSAGES.setFailed)
    }
  })

  return (
    <form method="post" noValidate onSubmit={send} aria-label="设置密码" className="space-y-5">
      <PasswordField
        form={form}
        name="newPassword"
        label="新密码"
        autoComplete="new-password"
        hint={usePasswordRequirements()}
      />
      <FormError>{errors.root?.message}</FormError>
      <Button type="submit" isBusy={isSubmitting} className="w-full">
        {isSubmitting ? '保存中……' : '设置密码'}
      </Button>
    </form>
  )
}
