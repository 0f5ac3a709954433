import { type ReactNode, useId } from 'react'

/** The attributes that link a control to its label, hint and error. */
export type ControlProps = {
  id: string
  'aria-describedby'?: string
  'aria-invalid'?: true
  'aria-required'?: true
}

type FormFieldProps = {
  label: string
  error?: string | undefined
  hint?: string | undefined
  isRequired?: boolean
  children: (control: ControlProps) => ReactNode
}

/** A labelled control with its hint and, under it, what is wrong with it, which is read out. */
export function FormField({ label, error, hint, isRequired = false, children }: FormFieldProps) {
  const id = useId()
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        {label}
        {isRequired ? <RequiredMark /> : <span className="ml-1 font-normal text-muted">（选填）</span>}
      </label>
      {children({
        id,
        ...(described ? { 'aria-describedby': described } : {}),
        ...(error ? { 'aria-invalid': true } : {}),
        ...(isRequired ? { 'aria-required': true } : {}),
      })}
      {hint && (
        <p id={`${id}-hint`} className="mt-1.5 text-sm text-muted">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} role="alert" className="mt-1.5 text-sm text-danger">
          {error}
        </p>
      )}
    </div>
  )
}

export const RequiredMark = () => (
  <span className="ml-0.5 text-danger" aria-hidden>
    *
  </span>
)

/** The look of inputs, selects and text areas. */
export const CONTROL_CLASS =
  'block min-h-11 w-full rounded-lg border border-control bg-surface px-3.5 py-2 text-ink placeholder:text-muted hover:border-indigo aria-invalid:border-danger disabled:opacity-60'
