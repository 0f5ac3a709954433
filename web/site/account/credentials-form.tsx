import { useForm } from 'react-hook-form'
import type { TwoFactorCredentials } from '#contracts/identity/two-factor.ts'
import { TWO_FACTOR_TEXTS } from '#contracts/identity/two-factor-texts.ts'
import { useExclusive } from '../../shared/use-exclusive.ts'
import { Button } from '../components/buttons.tsx'
import { focusFirstFieldNow } from '../components/focus-first-field.ts'
import { createSchemaResolver } from '../components/schema-resolver.ts'
import { showError } from '../components/show-error.ts'
import { FormError, TextField } from '../components/text-field.tsx'
import { AccountForm } from './account-form.tsx'
import { HiddenUserName } from './hidden-user-name.tsx'
import { PasswordField } from './password-field.tsx'

/** Fields that aren't asked for are undefined; those that are asked for are blank at first, which is rejected. */
type Fields = Partial<TwoFactorCredentials>

const FIELDS = ['password', 'code'] as const

const { resolver, preload: preloadSchema } = createSchemaResolver(async () =>
  (await import('#contracts/identity/two-factor.ts')).TwoFactorCredentialsSchema.partial(),
)

export type CredentialsFormProps = {
  /** The form's accessible name. */
  name: string
  /** The fields to ask for. */
  fields: readonly (keyof TwoFactorCredentials)[]
  submitLabel: string
  /** Makes the call; its errors are shown in the form. */
  onSubmit: (credentials: TwoFactorCredentials) => Promise<void>
  onCancel: () => void
  /** If false, the first field isn't focused, so that a long text above it stays in view. */
  isFocused?: boolean
}

/** Asks for the password, a two-factor code, or both before a sensitive change of the user's own account. */
export function CredentialsForm({
  name,
  fields,
  submitLabel,
  onSubmit,
  onCancel,
  isFocused = true,
}: CredentialsFormProps) {
  const form = useForm<Fields>({
    resolver,
    defaultValues: Object.fromEntries(fields.map((field) => [field, ''])),
  })
  const { errors, isSubmitting } = form.formState

  const submit = useExclusive(async ({ password = '', code = '' }: Fields) => {
    try {
      await onSubmit({ password, code })
    } catch (error) {
      const [firstField = 'password'] = fields
      if (!showError(error, { names: FIELDS, setError: form.setError })) form.setFocus(firstField)
    }
  })

  return (
    <AccountForm
      name={name}
      form={form}
      preloadSchema={preloadSchema}
      onSubmit={submit}
      ref={isFocused ? focusFirstFieldNow : undefined}
    >
      <HiddenUserName />
      {fields.includes('password') && (
        <PasswordField form={form} name="password" label="当前密码" autoComplete="current-password" />
      )}
      {fields.includes('code') && (
        <TextField
          form={form}
          name="code"
          label={TWO_FACTOR_TEXTS.codeLabel}
          isRequired
          autoComplete="one-time-code"
          // A new authenticator app is confirmed by its code alone; there are no recovery codes yet.
          hint={fields.includes('password') ? TWO_FACTOR_TEXTS.codeHint : undefined}
        />
      )}
      <FormError>{errors.root?.message}</FormError>
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="outline" onClick={onCancel}>
          取消
        </Button>
        <Button type="submit" isBusy={isSubmitting}>
          {isSubmitting ? '处理中……' : submitLabel}
        </Button>
      </div>
    </AccountForm>
  )
}
