import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { type LoginInput, LoginSchema } from '#contracts/account.ts'
import { login } from '../../shared/session.ts'
import { Button } from '../parts/buttons.tsx'
import { CodeForm } from './code-form.tsx'
import { FormFailure, LineField, PasswordField } from './fields.tsx'
import { focusFirstField } from './first-field.ts'
import { showFailure } from './show-failure.ts'

/** Signs in; `onDone` is called once that went well. */
export function LoginForm({ onDone }: { onDone: () => void }) {
  const { register, handleSubmit, setError, setFocus, formState } = useForm<LoginInput>({
    resolver: zodResolver(LoginSchema),
    defaultValues: { email: '', password: '' },
  })
  const { errors, isSubmitting } = formState
  const [challenge, setChallenge] = useState<string | null>(null)

  const send = handleSubmit(async (input) => {
    let isAsked = false
    const failure = await login(input, (given) => {
      isAsked = true
      setChallenge(given)
    })
    if (isAsked) return
    if (!failure) return onDone()
    if (!showFailure(failure, ['email', 'password'], setError)) setFocus('password', { shouldSelect: true })
  })

  if (challenge) return <CodeForm challenge={challenge} onDone={onDone} onBack={() => setChallenge(null)} />
  return (
    <form ref={focusFirstField} method="post" noValidate onSubmit={send} aria-label="登录" className="space-y-5">
      <LineField
        label="用户名或邮箱"
        isRequired
        autoComplete="username"
        registration={register('email')}
        error={errors.email?.message}
      />
      <PasswordField
        label="密码"
        autoComplete="current-password"
        registration={register('password')}
        error={errors.password?.message}
      />
      <FormFailure>{errors.root?.message}</FormFailure>
      <Button type="submit" isBusy={isSubmitting} className="w-full">
        {isSubmitting ? '登录中...' : '登录'}
      </Button>
    </form>
  )
}
