/** Labelled controls whose value is in the state of a component, rather than in a form. */
import { TEXT } from '#contracts/limits.ts'
import { CONTROL_CLASS } from '../../components/control-class.ts'
import { FormField } from '../../components/form-field.tsx'

type FieldProps = {
  label: string
  value: string
  hint?: string | undefined
  error?: string | undefined
  isRequired?: boolean
  onChange: (value: string) => void
}

type TextAreaFieldProps = FieldProps & {
  rows: number
  /** In characters; `null` for no limit. */
  maxLength?: number | null
  isReadOnly?: boolean
}

export const TextAreaField = ({
  value,
  rows,
  maxLength = TEXT.paragraph,
  isReadOnly = false,
  onChange,
  ...field
}: TextAreaFieldProps) => (
  <FormField {...field}>
    {(control) => (
      <textarea
        {...control}
        rows={rows}
        maxLength={maxLength ?? undefined}
        readOnly={isReadOnly}
        className={CONTROL_CLASS}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    )}
  </FormField>
)

type SelectFieldProps = FieldProps & { options: readonly { value: string; label: string }[] }

export const SelectField = ({ value, options, onChange, ...field }: SelectFieldProps) => (
  <FormField {...field}>
    {(control) => (
      <select
        {...control}
        className={`${CONTROL_CLASS} pr-9`}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    )}
  </FormField>
)
