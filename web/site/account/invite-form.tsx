import { useState } from 'react'
import { TEXT } from '#contracts/limits.ts'
import { findFieldMessage } from '../../shared/call-error.ts'
import { useMutation } from '../../shared/use-mutation.ts'
import { CallForm } from '../components/call-form.tsx'
import { CONTROL_CLASS } from '../components/control-class.ts'
import { FormField } from '../components/form-field.tsx'
import { useToast } from '../components/toast.tsx'

type InviteFormProps<Role extends string> = {
  /** The accessible name of the form. */
  label: string
  email: { label: string; hint: string; missingMessage: string }
  roles: readonly { name: Role; label: string; hint: string }[]
  initialRole: Role
  invite: (person: { email: string; role: Role }) => Promise<unknown>
  invitedMessage: string
  /** Called after each attempt: without a reply, the person may have been invited. */
  onSettled: () => void
}

/** Invites a person by email to what several people share, in a role. */
export function InviteForm<Role extends string>({
  label,
  email,
  roles,
  initialRole,
  invite,
  invitedMessage,
  onSettled,
}: InviteFormProps<Role>) {
  const showToast = useToast()
  const [role, setRole] = useState(initialRole)
  const [isEmailMissing, setIsEmailMissing] = useState(false)
  const inviteMutation = useMutation({
    mutationFn: (address: string) => invite({ email: address, role }),
    onSuccess: () => showToast(invitedMessage, 'success'),
    onSettled,
  })

  function handleSubmit(values: Record<string, string>, form: HTMLFormElement) {
    const address = values.email?.trim() ?? ''
    setIsEmailMissing(address === '')
    if (address) inviteMutation.mutate(address, { onSuccess: () => form.reset() })
    else form.querySelector<HTMLElement>('[name="email"]')?.focus()
  }

  return (
    <CallForm label={label} button="邀请" mutation={inviteMutation} onSubmit={handleSubmit}>
      <FormField
        label={email.label}
        isRequired
        hint={email.hint}
        error={isEmailMissing ? email.missingMessage : findFieldMessage(inviteMutation.error, 'email')}
      >
        {(control) => (
          <input
            {...control}
            name="email"
            type="email"
            autoComplete="off"
            maxLength={TEXT.line}
            className={CONTROL_CLASS}
          />
        )}
      </FormField>
      <FormField label="身份" isRequired hint={roles.find(({ name }) => name === role)?.hint}>
        {(control) => (
          <select
            {...control}
            className={CONTROL_CLASS}
            value={role}
            onChange={({ target }) => setRole(roles.find(({ name }) => name === target.value)?.name ?? initialRole)}
          >
            {roles.map(({ name, label: roleLabel }) => (
              <option key={name} value={name}>
                {roleLabel}
              </option>
            ))}
          </select>
        )}
      </FormField>
    </CallForm>
  )
}
