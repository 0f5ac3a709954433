import { useRef } from 'react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import type { RegisterFormSchema, RegisterInput } from '#contracts/identity/account.ts'
import { IDENTITY_MESSAGES } from '#contracts/identity/messages.ts'
import { describeUnanswered, isUnanswered } from '../../shared/unanswered-call.ts'
import { useExclusive } from '../../shared/use-exclusive.ts'
import { Button } from '../components/buttons.tsx'
import { ConsentField } from '../components/consent-field.tsx'
import { focusFirstField } from '../components/focus-first-field.ts'
import { createSchemaResolver } from '../components/schema-resolver.ts'
import { showError } from '../components/show-error.ts'
import { FormError, TextField } from '../components/text-field.tsx'
import { login, register } from '../session/sign-in.ts'
import { AccountForm } from './account-form.tsx'
import { PasswordField } from './password-field.tsx'
import { usePasswordHint } from './use-password-hint.ts'

const { resolver, preload: preloadSchema } = createSchemaResolver(
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

  /** The email address of a request without a reply, which may have created the account. */
  const unansweredEmail = useRef('')

  /** Signs in with the password of the form if an earlier request has created the account. */
  async function signInIfCreated({ email, password }: RegisterInput): Promise<boolean> {
    return email === unansweredEmail.current && (await login({ email, password })).result === null
  }

  const submit = useExclusive(async (input: RegisterInput) => {
    const { failure, result: unverifiedEmail } = await register(input)
    if (unverifiedEmail) return onVerify(unverifiedEmail)
    if (!failure || (failure.status === 409 && (await signInIfCreated(input)))) return onDone()
    if (isUnanswered(failure)) unansweredEmail.current = input.email
    const describedFailure = describeUnanswered(failure, IDENTITY_MESSAGES.registrationReplyLost)
    showError(describedFailure, { names: FIELDS, setError: form.setError })
  })

  return (
    <AccountForm name="注册" form={form} preloadSchema={preloadSchema} onSubmit={submit} ref={focusFirstField}>
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
    </AccountForm>
  )
}
