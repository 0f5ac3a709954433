import { type ReactNode, type SubmitEvent, useRef } from 'react'
import { toFormMessage } from '../../shared/call-error.ts'
import { Button } from './buttons.tsx'
import { readFormValues } from './read-form-values.ts'
import { FormError } from './text-field.tsx'
import { useFocusInvalidField } from './use-focus-invalid-field.ts'

type CallFormProps = {
  /** The accessible name of the form. */
  label: string
  button: string
  /** The call that the form makes. */
  mutation: { isPending: boolean; error: unknown }
  onSubmit: (values: Record<string, string>, form: HTMLFormElement) => void
  className?: string
  children: ReactNode
}

/** A form that the server validates: fields show its messages about them, the form all others. */
export function CallForm({ label, button, mutation, onSubmit, className = '', children }: CallFormProps) {
  const form = useRef<HTMLFormElement>(null)
  useFocusInvalidField(form, mutation.error)
  function handleSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    onSubmit(readFormValues(event.currentTarget), event.currentTarget)
  }
  return (
    <form
      ref={form}
      method="post"
      noValidate
      onSubmit={handleSubmit}
      aria-label={label}
      className={`grid gap-4 ${className}`}
    >
      {children}
      <FormError>{toFormMessage(mutation.error)}</FormError>
      <Button type="submit" isBusy={mutation.isPending} className="justify-self-start">
        {button}
      </Button>
    </form>
  )
}
