import { getFieldErrors } from '../../shared/call-error.ts'
import { CredentialsForm, type CredentialsFormProps } from './credentials-form.tsx'
import { useTwoFactorStatus } from './use-two-factor-status.ts'

/**
 * Asks users to confirm their identity before a sensitive action: for the password, and for a code if two-factor sign-in
 * is enabled.
 */
export function IdentityForm({ onSubmit, ...props }: Omit<CredentialsFormProps, 'fields'>) {
  const { data, isPending, refetch } = useTwoFactorStatus()
  if (isPending) return <div className="skeleton h-40" />
  return (
    <CredentialsForm
      {...props}
      fields={data?.enabled ? ['password', 'code'] : ['password']}
      onSubmit={async (credentials) => {
        try {
          await onSubmit(credentials)
        } catch (error) {
          // Two-factor sign-in may have been enabled on another device since.
          if (getFieldErrors(error).some(({ path }) => path === 'code')) await refetch()
          throw error
        }
      }}
    />
  )
}
