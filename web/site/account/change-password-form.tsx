import { useForm } from 'react-hook-form'
import type { PasswordChangeInput } from '#contracts/identity/account.ts'
import { TWO_FACTOR_TEXTS } from '#contracts/identity/two-factor-texts.ts'
import { findFieldMessage } from '../../shared/call-error.ts'
import { useExclusive } from '../../shared/use-exclusive.ts'
import { Button } from '../components/buttons.tsx'
import { focusFirstFieldNow } from '../components/focus-first-field.ts'
import { createSchemaResolver } from '../components/schema-resolver.ts'
import { showError } from '../components/show-error.ts'
import { FormError, TextField } from '../components/text-field.tsx'
import { useSession } from '../session/session.ts'
import { changePassword } from '../session/sign-in.ts'
import { AccountForm } from './account-form.tsx'
import { HiddenUserName } from './hidden-user-name.tsx'
import { PasswordField } from './password-field.tsx'
import { usePasswordHint } from './use-password-hint.ts'
import { useTwoFactorStatus } from './use-two-factor-status.ts'

const { resolver, preload: preloadSchema } = createSchemaResolver(
  async () => (await import('#contracts/identity/account.ts')).PasswordChangeSchema,
)

const FIELDS = ['currentPassword', 'newPassword', 'code'] as const

/** The title of a dialog that asks for this change before anything else. */
export const REQUIRED_PASSWORD_CHANGE_TITLE = '请先修改密码'

/** Changes the user's own password, which is required if an administrator has set the current one. */
export function ChangePasswordForm({ onDone }: { onDone: () => void }) {
  const form = useForm<PasswordChangeInput>({ resolver, defaultValues: { currentPassword: '', newPassword: '' } })
  const { errors, isSubmitting } = form.formState
  const { user } = useSession()
  const passwordHint = usePasswordHint()
  const { data: twoFactor, refetch: refetchTwoFactor } = useTwoFactorStatus()

  const submit = useExclusive(async (input: PasswordChangeInput) => {
    const { failure } = await changePassword(input)
    if (!failure) return onDone()
    // Two-factor sign-in may have been enabled on another device since.
    if (findFieldMessage(failure, 'code') !== undefined) await refetchTwoFactor()
    if (!showError(failure, { names: FIELDS, setError: form.setError })) form.setFocus('currentPassword')
  })

  return (
    <AccountForm name="修改密码" form={form} preloadSchema={preloadSchema} onSubmit={submit} ref={focusFirstFieldNow}>
      <HiddenUserName />
      <p className="text-muted">
        {user?.mustChangePassword
          ? '当前密码由管理员设置。改为只有您知道的密码后，即可继续。'
          : '修改后，其他设备上的登录随即失效。'}
      </p>
      <PasswordField form={form} name="currentPassword" label="当前密码" autoComplete="current-password" />
      <PasswordField form={form} name="newPassword" label="新密码" autoComplete="new-password" hint={passwordHint} />
      {twoFactor?.enabled && (
        <TextField
          form={form}
          name="code"
          label={TWO_FACTOR_TEXTS.codeLabel}
          isRequired
          autoComplete="one-time-code"
          hint={TWO_FACTOR_TEXTS.codeHint}
        />
      )}
      <FormError>{errors.root?.message}</FormError>
      <Button type="submit" isBusy={isSubmitting} className="w-full">
        {isSubmitting ? '保存中……' : '修改密码'}
      </Button>
    </AccountForm>
  )
}
