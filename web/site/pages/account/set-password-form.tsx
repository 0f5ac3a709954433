import { useForm } from 'react-hook-form'
import type { PasswordByLinkInput, PasswordSet } from '#contracts/account-links/account-link.ts'
import { accountLinkCalls } from '#contracts/account-links/calls.ts'
import { ACCOUNT_LINK_MESSAGES } from '#contracts/account-links/messages.ts'
import { PASSWORD } from '#contracts/limits.ts'
import { call } from '../../../shared/call.ts'
import { lazyRules, NOT_LOADED } from '../../../shared/lazy-rules.ts'
import { isReadFailure } from '../../../shared/read-failure.ts'
import { FormFailure, PasswordField } from '../../account/fields.tsx'
import { showFailure } from '../../account/show-failure.ts'
import { Button } from '../../parts/buttons.tsx'

const resolver = lazyRules(async () => (await import('./set-password-rules.ts')).setPasswordRules, NOT_LOADED)

type SetPasswordFormProps = { token: string; onDone: (done: PasswordSet) => void; onGone: () => void }

/** Sets a password by the secret of a letter; `onDone` is called once it is set, `onGone` where the secret counts no more. */
export function SetPasswordForm({ token, onDone, onGone }: SetPasswordFormProps) {
  const form = useForm<PasswordByLinkInput>({ resolver, values: { token, newPassword: '' } })
  const { errors, isSubmitting } = form.formState

  const send = form.handleSubmit(async (body) => {
    try {
      onDone((await call(accountLinkCalls.setPassword, { body })).data)
    } catch (error) {
      const failure = isReadFailure(error) ? error : { status: 0, message: ACCOUNT_LINK_MESSAGES.setFailed }
      if (failure.status === 404) return onGone()
      showFailure(failure, ['newPassword'], form.setError)
    }
  })

  return (
    <form method="post" noValidate onSubmit={send} aria-label="设置密码" className="space-y-5">
      <PasswordField
        form={form}
        name="newPassword"
        label="新密码"
        autoComplete="new-password"
        hint={`${PASSWORD.min}至${PASSWORD.max}个字符`}
      />
      <FormFailure>{errors.root?.message}</FormFailure>
      <Button type="submit" isBusy={isSubmitting} className="w-full">
        {isSubmitting ? '保存中……' : '设置密码'}
      </Button>
    </form>
  )
}
