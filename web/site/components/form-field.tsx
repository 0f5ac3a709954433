import { type ReactNode, useId } from 'react'

/** The attributes that link a control to its label, hint and error. */
type ControlProps = {
  id: string
  'aria-describedby'?: string
  'aria-invalid'?: true
  'aria-required'?: true
}

type FormFieldProps = {
  /** Generated if omitted; set in forms that link to their fields from a list of errors. */
  id?: string | undefined
  label: string
  error?: string | undefined
  hint?: string | undefined
  /** What is asked of this field in particular; shown above the control. */
  notice?: string | undefined
  isRequired?: boolean
  children: (control: ControlProps) => ReactNode
}

/** A labelled control with its hint and its error, which is announced to screen readers. */
export function FormField({ id: givenId, label, error, hint, notice, isRequired = false, children }: FormFieldProps) {
  const generatedId = useId()
  const id = givenId ?? generatedId
  const descriptionIds = [notice && `${id}-notice`, error && `${id}-error`, hint && `${id}-hint`]
    .filter(Boolean)
    .join(' ')
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        {label}
        {isRequired ? <RequiredMark /> : <span className="font-normal text-muted">（选填）</span>}
      </label>
      <FieldNotice id={`${id}-notice`}>{notice}</FieldNotice>
      {children({
        id,
        ...(descriptionIds ? { 'aria-describedby': descriptionIds } : {}),
        ...(error ? { 'aria-invalid': true } : {}),
        ...(isRequired ? { 'aria-required': true } : {}),
      })}
      {hint && (
        <p id={`${id}-hint`} className="mt-1.5 text-sm text-muted">
          {hint}
        </p>
      )}
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </div>
  )
}

/** What is asked of a field in particular; nothing if that is nothing. */
export const FieldNotice = ({ id, children }: { id: string; children: string | undefined }) =>
  children && (
    <p
      id={id}
      className="mb-1.5 rounded-lg border border-tone bg-tone px-3 py-1.5 text-sm whitespace-pre-line wrap-anywhere tone-orange"
    >
      {children}
    </p>
  )

type FieldErrorProps = { id?: string; className?: string; children: ReactNode }

/** The error of a field, announced to screen readers; nothing if there is none. */
export const FieldError = ({ id, className = 'mt-1.5', children }: FieldErrorProps) =>
  children && (
    <p id={id} role="alert" className={`${className} text-sm text-danger`}>
      {children}
    </p>
  )

export const RequiredMark = () => (
  <span className="ml-0.5 text-danger" aria-hidden>
    *
  </span>
)
