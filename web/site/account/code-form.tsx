import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { type TwoFactorLoginInput, TwoFactorLoginSchema } from '#contracts/two-factor.ts'
import { loginByCode } from '../../shared/session.ts'
import { Button } from '../parts/buttons.tsx'
import { FormFailure, LineField } from './fields.tsx'
import { showFailure } from './show-failure.ts'

type CodeFormProps = { challenge: string; onDone: () => void; onBack: () => void }

/** The dialog stands open already when this form comes into it. */
const focusAtOnce = (form: HTMLFormElement | null) => form?.querySelector('input')?.focus()

/** The second step of a sign-in; `onBack` leads to the first, where the challenge is too old. */
export function CodeForm({ challenge, onDone, onBack }: CodeFormProps) {
  const { register, handleSubmit, setError, setFocus, formState } = useForm<TwoFactorLoginInput>({
    resolver: zodResolver(TwoFactorLoginSchema),
    defaultValues: { challenge, code: '' },
  })
  const { errors, isSubmitting } = formState

  const send = handleSubmit(async (input) => {
    const failure = await loginByCode(input)
    if (!failure) return onDone()
    if (!showFailure(failure, ['code'], setError)) setFocus('code', { shouldSelect: true })
  })

  return (
    <form ref={focusAtOnce} method="post" noValidate onSubmit={send} aria-label="两步验证" className="space-y-5">
      <LineField
        label="两步验证码"
        isRequired
        autoComplete="one-time-code"
        hint="验证器应用中的6位数字，或一个恢复码"
        registration={register('code')}
        error={errors.code?.message}
      />
      <FormFailure>{errors.root?.message}</FormFailure>
      <Button type="submit" isBusy={isSubmitting} className="w-full">
        {isSubmitting ? '登录中...' : '验证并登录'}
      </Button>
      <button
        type="button"
        className="inline-flex min-h-11 w-full items-center justify-center text-sm font-medium text-indigo hover:underline"
        onClick={onBack}
      >
        返回，重新输入密码
      </button>
    </form>
  )
}
