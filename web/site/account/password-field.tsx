import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import type { FieldPath, FieldValues } from 'react-hook-form'
import { CONTROL_CLASS } from '../components/control-class.ts'
import { FormField } from '../components/form-field.tsx'
import { registerField } from '../components/register-field.ts'
import { type FieldForm, useFieldError } from '../components/text-field.tsx'

type PasswordFieldProps<Fields extends FieldValues> = {
  form: FieldForm<Fields>
  name: FieldPath<Fields>
  label: string
  autoComplete: 'current-password' | 'new-password'
  hint?: string
}

/** A password field with a button to show the password. */
export function PasswordField<Fields extends FieldValues>({
  form,
  name,
  label,
  autoComplete,
  hint,
}: PasswordFieldProps<Fields>) {
  const [isVisible, setIsVisible] = useState(false)
  const error = useFieldError(form, name)
  const VisibilityIcon = isVisible ? EyeOff : Eye
  return (
    <FormField label={label} error={error} hint={hint} isRequired>
      {(control) => (
        <div className="relative">
          <input
            {...control}
            {...registerField(form, name)}
            type={isVisible ? 'text' : 'password'}
            autoComplete={autoComplete}
            autoCapitalize="none"
            spellCheck={false}
            className={`${CONTROL_CLASS} pr-12`}
          />
          <button
            type="button"
            className="absolute inset-y-0 right-0 inline-flex w-11 items-center justify-center rounded-lg text-muted hover:text-ink"
            aria-label={isVisible ? '隐藏密码' : '显示密码'}
            aria-controls={control.id}
            onClick={() => setIsVisible(!isVisible)}
          >
            <VisibilityIcon className="size-5" aria-hidden />
          </button>
        </div>
      )}
    </FormField>
  )
}
