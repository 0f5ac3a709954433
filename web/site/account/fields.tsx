import { Eye, EyeOff } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { CONTROL_CLASS, FormField } from '../parts/form-field.tsx'

type FieldProps = {
  label: string
  registration: UseFormRegisterReturn
  autoComplete: string
  error?: string | undefined
  hint?: string
}

type LineFieldProps = FieldProps & { type?: 'text' | 'email' | 'tel'; isRequired?: boolean }

/** One line of a form about an account. */
export function LineField({ label, registration, autoComplete, error, hint, type, isRequired }: LineFieldProps) {
  return (
    <FormField label={label} error={error} hint={hint} isRequired={isRequired}>
      {(control) => (
        <input
          {...control}
          {...registration}
          type={type ?? 'text'}
          autoComplete={autoComplete}
          autoCapitalize="none"
          className={CONTROL_CLASS}
        />
      )}
    </FormField>
  )
}

/** A password, which can be shown. */
export function PasswordField({ label, registration, autoComplete, error, hint }: FieldProps) {
  const [isShown, setShown] = useState(false)
  const Drawn = isShown ? EyeOff : Eye
  return (
    <FormField label={label} error={error} hint={hint} isRequired>
      {(control) => (
        <div className="relative">
          <input
            {...control}
            {...registration}
            type={isShown ? 'text' : 'password'}
            autoComplete={autoComplete}
            autoCapitalize="none"
            spellCheck={false}
            className={`${CONTROL_CLASS} pr-12`}
          />
          <button
            type="button"
            className="absolute inset-y-0 right-0 inline-flex w-11 items-center justify-center rounded-lg text-muted hover:text-ink"
            aria-label={isShown ? '隐藏密码' : '显示密码'}
            aria-controls={control.id}
            onClick={() => setShown(!isShown)}
          >
            <Drawn className="size-5" aria-hidden />
          </button>
        </div>
      )}
    </FormField>
  )
}

/** Why the whole form failed, read out when it appears. */
export const FormFailure = ({ children }: { children: ReactNode }) =>
  children && (
    <p role="alert" className="rounded-lg border border-danger px-3.5 py-2 text-sm text-danger">
      {children}
    </p>
  )
