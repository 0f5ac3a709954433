import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import type { RegisterFormSchema, RegisterInput } from '#contracts/identity/account.ts'
import { register } from '../../shared/sign-in.ts'
import { useExclusive } from '../../shared/use-exclusive.ts'
import { Button } from '../components/buttons.tsx'
import { ConsentField } from '../components/consent-field.tsx'
import { createSchemaResolver } from '../components/schema-resolver.ts'
import { showError } from '../components/show-error.ts'
import { FormError, TextField } from '../components/text-field.tsx'
import { focusFirstField } from './focus-first-field.ts'
import { PasswordField } from './password-field.tsx'
import { usePasswordHint } from './use-password-hint.ts'

const { resolver } = createSchemaResolver(
  async () => (await import('#contracts/identity/account.ts')).RegisterFormSchema,
)

const FIELDS = ['name', 'email', 'password', 'company', 'position', 'agreeToTerms'] as const
type FormValues = z.input<typeof RegisterFormSchema>

type RegisterFormProps = { onDone: () => void; onVerify: (email: string) => void }

/** Creates an account. Calls `onDone` after signing in, or `onVerify` if the email address must be verified first. */
export function RegisterForm({ onDone, onVerify }: RegisterFormProps) {
  const form = useForm<FormValues, unknown, RegisterInput>({
    resolver,
    defaultValues: { name: '', email: '', password: '', company: '', position: '', agreeToTerms: false },
  })
  const { errors, isSubmitting } = form.formState
  const passwordHint = usePasswordHint()

  const submit = useExclusive(async (input: RegisterInput) => {
    let unverifiedEmail = ''
    const failure = await register(input, (email) => {
      unverifiedEmail = email
    })
    if (unverifiedEmail) return onVerify(unverifiedEmail)
    if (!failure) return onDone()
    if (!showError(failure, { names: FIELDS, setError: form.setError })) form.setFocus('name')
  })

  return (
    <form
      ref={focusFirstField}
      method="post"
      noValidate
      onSubmit={form.handleSubmit(submit)}
      aria-label="注册"
      className="space-y-5"
    >
      <TextField form={form} name="name" label="姓名" isRequired autoComplete="name" />
      <TextField form={form} name="email" label="邮箱" type="email" isRequired autoComplete="email" />
      <PasswordField form={form} name="password" label="密码" autoComplete="new-password" hint={passwordHint} />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField form={form} name="company" label="公司" autoComplete="organization" />
        <TextField form={form} name="position" label="职位" autoComplete="organization-title" />
      </div>
      <ConsentField form={form} name="agreeToTerms" />
      <FormError>{errors.root?.message}</FormError>
      <Button type="submit" isBusy={isSubmitting} className="w-full">
        {isSubmitting ? '注册中……' : '注册'}
      </Button>
    </form>
  )
}
