import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { SignedIn } from '#contracts/identity/account.ts'
import { COMPANY_TEXTS } from '#contracts/identity/company-messages.ts'
import type { CompanyJoin } from '#contracts/identity/company-sign-in.ts'
import { TWO_FACTOR_TEXTS } from '#contracts/identity/two-factor-texts.ts'
import { SITE_MESSAGES } from '#contracts/messages/site.ts'
import { joinAccount } from '../../../shared/account/company-flow.ts'
import { findFieldMessage } from '../../../shared/call-error.ts'
import { useExclusive } from '../../../shared/use-exclusive.ts'
import { AccountForm } from '../../account/account-form.tsx'
import { PasswordField } from '../../account/password-field.tsx'
import { Button } from '../../components/buttons.tsx'
import { focusFirstFieldNow } from '../../components/focus-first-field.ts'
import { createSchemaResolver } from '../../components/schema-resolver.ts'
import { showError } from '../../components/show-error.ts'
import { FormError, TextField } from '../../components/text-field.tsx'

const { resolver, preload: preloadSchema } = createSchemaResolver(
  async () => (await import('#contracts/identity/company-sign-in.ts')).CompanyJoinSchema,
)

type JoinAccountFormProps = {
  challenge: string
  /** The address that the provider has verified; `null` if the visitor types that of their account. */
  email: string | null
  onSignedIn: (reply: SignedIn) => void
}

/** Asks for the password of the account that a company's account is to be joined to, and for a code if it needs one. */
export function JoinAccountForm({ challenge, email, onSignedIn }: JoinAccountFormProps) {
  const form = useForm<CompanyJoin>({
    resolver,
    defaultValues: { challenge, email: email ?? '', password: '', code: undefined },
  })
  const { errors, isSubmitting } = form.formState
  const [needsCode, setNeedsCode] = useState(false)

  const submit = useExclusive(async (input: CompanyJoin) => {
    try {
      onSignedIn(await joinAccount(input))
    } catch (error) {
      if (findFieldMessage(error, 'code') !== undefined) setNeedsCode(true)
      showError(error, { names: ['email', 'password', 'code'], setError: form.setError }, SITE_MESSAGES.loginFailed)
    }
  })

  return (
    <AccountForm
      name={COMPANY_TEXTS.joinTitle}
      form={form}
      preloadSchema={preloadSchema}
      onSubmit={submit}
      ref={focusFirstFieldNow}
    >
      <p className="wrap-anywhere">{email === null ? COMPANY_TEXTS.joinUnknown : COMPANY_TEXTS.joinKnown(email)}</p>
      {email === null && (
        <TextField form={form} name="email" label="邮箱" type="email" isRequired autoComplete="username" />
      )}
      <PasswordField form={form} name="password" label="密码" autoComplete="current-password" />
      {needsCode && (
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
        {isSubmitting ? COMPANY_TEXTS.joining : COMPANY_TEXTS.join}
      </Button>
    </AccountForm>
  )
}
