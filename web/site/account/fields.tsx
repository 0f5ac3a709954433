import { Eye, EyeOff } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { CONTROL_CLASS, FormField } from '../parts/form-field.tsx'

type FieldProps<Fields extends FieldValues> = {
  form: Pick<UseFormReturn<Fields>, 'register' | 'formState' | 'getFieldState'>
  name: FieldPath<Fields>
  label: string
  autoComplete: string
  hint?: string
}

type LineFieldProps<Fields extends FieldValues> = FieldProps<Fields> & {
  type?: 'text' | 'email' | 'tel'
  isRequired?: boolean
}

/** What is wrong with a field, as its schema or the server said it. */
const errorOf = <Fields extends FieldValues>(form: FieldProps<Fields>['form'], name: FieldPath<Fields>) =>
  form.getFieldState(name, form.formState).error?.message

/** One line of a form about an account. */
export function LineField<Fields extends FieldValues>(of: LineFieldProps<Fields>) {
  const { form, name, label, autoComplete, hint, type = 'text', isRequired } = of
  return (
    <FormField label={label} error={errorOf(form, name)} hint={hint} isRequired={isRequired}>
      {(control) => (
        <input
          {...control}
          {...form.register(name)}
          type={type}
          autoComplete={autoComplete}
          autoCapitalize="none"
          className={CONTROL_CLASS}
        />
      )}
    </FormField>
  )
}

/** A password, which can be shown. */
export function PasswordField<Fields extends FieldValues>(of: FieldProps<Fields>) {
  const { form, name, label, autoComplete, hint } = of
  const [isShown, setShown] = useState(false)
  const Drawn = isShown ? EyeOff : Eye
  return (
    <FormField label={label} error={errorOf(form, name)} hint={hint} isRequired>
      {(control) => (
        <div className="relative">
          <input
            {...control}
            {...form.register(name)}
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

/** A way on from a form, beside its button. */
export const FormLink = ({ children, onPress }: { children: ReactNode; onPress: () => void }) => (
  <button
    type="button"
    className="inline-flex min-h-11 items-center justify-center px-2 text-sm font-medium text-indigo hover:underline"
    onClick={onPress}
  >
    {children}
  </button>
)
