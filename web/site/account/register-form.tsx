import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import type { RegisterInput, RegisterSchema } from '#contracts/identity/account.ts'
import { PASSWORD } from '#contracts/limits.ts'
import { register } from '../../shared/sign-in.ts'
import { Button } from '../parts/buttons.tsx'
import { contractRules } from '../parts/contract-rules.ts'
import { showFailure } from '../parts/show-failure.ts'
import { FormFailure, TextField } from '../parts/text-field.tsx'
import { focusFirstField } from './first-field.ts'
import { PasswordField } from './password-field.tsx'

const { resolver } = contractRules(async () => (await import('#contracts/identity/account.ts')).RegisterSchema)

const FIELDS = ['name', 'email', 'password', 'company', 'position'] as const

type RegisterFormProps = { onDone: () => void; onVerify: (email: string) => void }

/** Makes an account and signs in; `onDone` is called once that went well, `onVerify` if the address comes first. */
export function RegisterForm({ onDone, onVerify }: RegisterFormProps) {
  const form = useForm<z.input<typeof RegisterSchema>, unknown, RegisterInput>({
    resolver,
    defaultValues: { name: '', email: '', password: '', company: '', position: '' },
  })
  const { errors, isSubmitting } = form.formState

  const send = form.handleSubmit(async (input) => {
    let awaiting = ''
    const failure = await register(input, (email) => {
      awaiting = email
    })
    if (awaiting) return onVerify(awaiting)
    if (!failure) return onDone()
    if (!showFailure(failure, { names: FIELDS, setError: form.setError })) form.setFocus('name')
  })

  return (
    <form ref={focusFirstField} method="post" noValidate onSubmit={send} aria-label="注册" className="space-y-5">
      <TextField form={form} name="name" label="姓名" isRequired autoComplete="name" />
      <TextField form={form} name="email" label="邮箱" type="email" isRequired autoComplete="email" />
      <PasswordField
        form={form}
        name="password"
        label="密码"
        autoComplete="new-password"
        hint={`至少${PASSWORD.min}位`}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField form={form} name="company" label="公司" autoComplete="organization" />
        <TextField form={form} name="position" label="职位" autoComplete="organization-title" />
      </div>
      <FormFailure>{errors.root?.message}</FormFailure>
      <Button type="submit" isBusy={isSubmitting} className="w-full">
        {isSubmitting ? '注册中……' : '注册'}
      </Button>
    </form>
  )
}
