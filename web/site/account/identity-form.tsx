import type { Credentials } from '#contracts/identity/account.ts'
import { findFieldMessage } from '../../shared/call-error.ts'
import { CredentialsForm, type CredentialsFormProps } from './credentials-form.tsx'
import { useTwoFactorStatus } from './use-two-factor-status.ts'

type IdentityFormProps = Omit<CredentialsFormProps, 'fields' | 'onSubmit'> & {
  /** Makes the call; its errors are shown in the form. */
  onSubmit: (credentials: Credentials) => Promise<void>
}

/**
 * Asks users to confirm their identity before a sensitive action: for the password, and for a code if two-factor sign-in
 * is enabled.
 */
export function IdentityForm({ onSubmit, ...props }: IdentityFormProps) {
  const { data, isPending, refetch } = useTwoFactorStatus()
  if (isPending) return <div className="skeleton h-40" />
  return (
    <CredentialsForm
      {...props}
      fields={data?.enabled ? ['password', 'code'] : ['password']}
      onSubmit={async ({ password, code }) => {
        try {
          await onSubmit({ password, code: code || undefined })
        } catch (error) {
          // Two-factor sign-in may have been enabled on another device since.
          if (findFieldMessage(error, 'code') !== undefined) await refetch()
          throw error
        }
      }}
    />
  )
}
