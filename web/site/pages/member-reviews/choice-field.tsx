import type { ReviewFields } from '#contracts/member-reviews/review.ts'
import { CONTROL_CLASS } from '../../components/control-class.ts'
import { FormField } from '../../components/form-field.tsx'
import { registerField } from '../../components/register-field.ts'
import { type FieldForm, useFieldError } from '../../components/text-field.tsx'

type ChoiceFieldProps = {
  form: FieldForm<ReviewFields>
  name: 'role' | 'industry' | 'companySize' | 'deployment'
  label: string
  options: readonly (readonly [value: string, label: string])[]
}

/** An optional choice from a list. */
export function ChoiceField({ form, name, label, options }: ChoiceFieldProps) {
  const error = useFieldError(form, name)
  return (
    <FormField label={label} error={error}>
      {(control) => (
        <select {...control} {...registerField(form, name)} className={`${CONTROL_CLASS} pr-9`}>
          <option value="">不说明</option>
          {options.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </FormField>
  )
}
