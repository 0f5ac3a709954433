import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { type RegisterInput, RegisterSchema } from '#contracts/account.ts'
import { PASSWORD } from '#contracts/limits.ts'
import { register as registerAccount } from '../../shared/session.ts'
import { Button } from '../parts/buttons.tsx'
import { FormFailure, LineField, PasswordField } from './fields.tsx'
import { focusFirstField } from './first-field.ts'
import { showFailure } from './show-failure.ts'

const FIELDS = ['name', 'email', 'password', 'company', 'position'] as const

/** Makes an account and signs in; `onDone` is called once that went well. */
export function RegisterForm({ onDone }: { onDone: () => void }) {
  const { register, handleSubmit, setError, setFocus, formState } = useForm<
    z.input<typeof RegisterSchema>,
    unknown,
    RegisterInput
  >({
    resolver: zodResolver(RegisterSchema),
    defaultValues: { name: '', email: '', password: '', company: '', position: '' },
  })
  const { errors, isSubmitting } = formState

  const send = handleSubmit(async (input) => {
    const failure = await registerAccount(input)
    if (!failure) return onDone()
    if (!showFailure(failure, FIELDS, setError)) setFocus('name')
  })

  return (
    <form ref={focusFirstField} method="post" noValidate onSubmit={send} aria-label="注册" className="space-y-5">
      <LineField
        label="姓名"
        isRequired
        autoComplete="name"
        registration={register('name')}
        error={errors.name?.message}
      />
      <LineField
        label="邮箱"
        type="email"
        isRequired
        autoComplete="email"
        registration={register('email')}
        error={errors.email?.message}
      />
      <PasswordField
        label="密码"
        autoComplete="new-password"
        hint={`至少${PASSWORD.min}位`}
        registration={register('password')}
        error={errors.password?.message}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <LineField
          label="公司"
          autoComplete="organization"
          registration={register('company')}
          error={errors.company?.message}
        />
        <LineField
          label="职位"
          autoComplete="organization-title"
          registration={register('position')}
          error={errors.position?.message}
        />
      </div>
      <FormFailure>{errors.root?.message}</FormFailure>
      <Button type="submit" isBusy={isSubmitting} className="w-full">
        {isSubmitting ? '注册中……' : '注册'}
      </Button>
    </form>
  )
}
