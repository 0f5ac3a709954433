import type { ReactNode } from 'react'
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { CONTROL_CLASS } from './control-class.ts'
import { FormField } from './form-field.tsx'
import { registerField } from './register-field.ts'
import { scrollToMessage } from './scroll-to-message.ts'
import { useSiteFormField } from './site-form.tsx'
import { useIsHydrated } from './use-is-hydrated.ts'

/** The part of a form that a field uses. */
export type FieldForm<Fields extends FieldValues> = Pick<
  UseFormReturn<Fields>,
  'register' | 'formState' | 'getFieldState'
>

type TextFieldProps<Fields extends FieldValues> = {
  /** Omitted in forms that don't use React Hook Form. */
  form?: FieldForm<Fields> | undefined
  name: FieldPath<Fields>
  label: string
  type?: 'text' | 'email' | 'tel' | 'url'
  /** The number of lines of a multi-line field; omitted for a single line. */
  rows?: number | undefined
  autoComplete?: string
  hint?: string | undefined
  notice?: string | undefined
  isRequired?: boolean
  maxLength?: number
  defaultValue?: string
  spellCheck?: boolean
  className?: string
}

/** A text field, with one line or several, and its error from the schema or the server. */
export function TextField<Fields extends FieldValues>({
  form,
  name,
  label,
  type = 'text',
  rows,
  autoComplete = 'off',
  hint,
  notice,
  isRequired = false,
  maxLength,
  defaultValue,
  spellCheck,
  className = '',
}: TextFieldProps<Fields>) {
  const field = useSiteFormField(name)
  const error = useFieldError(form, name)
  return (
    <FormField id={field.id} label={label} error={error} hint={hint} notice={notice} isRequired={isRequired}>
      {(control) => {
        const input = {
          ...control,
          ...(form ? registerField(form, name) : { name }),
          defaultValue: field.value ?? defaultValue,
          maxLength,
          className: `${CONTROL_CLASS} ${className}`,
        }
        if (rows !== undefined) return <textarea {...input} rows={rows} />
        return (
          <input {...input} type={type} autoComplete={autoComplete} autoCapitalize="none" spellCheck={spellCheck} />
        )
      }}
    </FormField>
  )
}

/** Returns a field's error from its schema or the server; before hydration, the error of the posted form. */
export function useFieldError<Fields extends FieldValues>(
  form: FieldForm<Fields> | undefined,
  name: FieldPath<Fields>,
): string | undefined {
  const { error } = useSiteFormField(name)
  const isHydrated = useIsHydrated()
  return form && isHydrated ? form.getFieldState(name, form.formState).error?.message : error
}

/** Shows an error of the whole form, announced to screen readers, and scrolls to it. */
export const FormError = ({ children }: { children: ReactNode }) =>
  children && (
    <p ref={scrollToMessage} role="alert" className="rounded-lg border border-danger px-3.5 py-2 text-sm text-danger">
      {children}
    </p>
  )
