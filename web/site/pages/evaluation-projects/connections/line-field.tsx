import type { HTMLInputTypeAttribute } from 'react'
import { CONTROL_CLASS } from '../../../components/control-class.ts'
import { FormField } from '../../../components/form-field.tsx'

type LineFieldProps = {
  label: string
  value: string
  hint?: string | undefined
  error?: string | undefined
  isRequired?: boolean
  type?: HTMLInputTypeAttribute
  inputMode?: 'decimal'
  placeholder?: string
  /** For technical texts. */
  isCode?: boolean
  onChange: (value: string) => void
}

/** A labelled line of text in the state of a component. */
export const LineField = ({
  value,
  type = 'text',
  inputMode,
  placeholder,
  isCode = false,
  onChange,
  ...field
}: LineFieldProps) => (
  <FormField {...field}>
    {(control) => (
      <input
        {...control}
        type={type}
        inputMode={inputMode}
        placeholder={placeholder}
        // Browsers would offer to keep a key as the password of this site.
        autoComplete={type === 'password' ? 'new-password' : 'off'}
        autoCapitalize="none"
        spellCheck={false}
        className={`${CONTROL_CLASS} ${isCode ? 'font-mono text-sm' : ''}`}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    )}
  </FormField>
)
