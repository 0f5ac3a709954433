import { useForm } from 'react-hook-form'
import type { TwoFactorLoginInput } from '#contracts/identity/two-factor.ts'
import { TWO_FACTOR_TEXTS } from '#contracts/identity/two-factor-texts.ts'
import { useExclusive } from '../../shared/use-exclusive.ts'
import { Button } from '../components/buttons.tsx'
import { focusFirstFieldNow } from '../components/focus-first-field.ts'
import { createSchemaResolver } from '../components/schema-resolver.ts'
import { showError } from '../components/show-error.ts'
import { FormError, TextField } from '../components/text-field.tsx'
import { loginWithCode } from '../session/sign-in.ts'
import { AccountForm } from './account-form.tsx'
import { LinkButton } from './link-button.tsx'

const { resolver, preload: preloadSchema } = createSchemaResolver(
  async () => (await import('#contracts/identity/two-factor.ts')).TwoFactorLoginSchema,
)

type CodeFormProps = { challenge: string; onDone: () => void; onBack: () => void }

/** The second step of a sign-in: asks for a two-factor code. `onBack` returns to the first, as a challenge expires. */
export function CodeForm({ challenge, onDone, onBack }: CodeFormProps) {
  const form = useForm<TwoFactorLoginInput>({
    resolver,
    defaultValues: { challenge, code: '' },
  })
  const { errors, isSubmitting } = form.formState

  const submit = useExclusive(async (input: TwoFactorLoginInput) => {
    const { failure } = await loginWithCode(input)
    if (!failure) return onDone()
    if (!showError(failure, { names: ['code'], setError: form.setError })) form.setFocus('code', { shouldSelect: true })
  })

  return (
    <AccountForm name="两步验证" form={form} preloadSchema={preloadSchema} onSubmit={submit} ref={focusFirstFieldNow}>
      <TextField
        form={form}
        name="code"
        label="两步验证码"
        isRequired
        autoComplete="one-time-code"
        hint={TWO_FACTOR_TEXTS.codeHint}
      />
      <FormError>{errors.root?.message}</FormError>
      <Button type="submit" isBusy={isSubmitting} className="w-full">
        {isSubmitting ? '登录中...' : '验证并登录'}
      </Button>
      <p className="text-center">
        <LinkButton onClick={onBack}>返回，重新输入密码</LinkButton>
      </p>
    </AccountForm>
  )
}
