import type { UseFormRegisterReturn } from 'react-hook-form'
import { TEXT } from '#contracts/limits.ts'
import { CONTROL_CLASS, FormField } from './form-field.tsx'

type RequirementsFieldProps = { field: UseFormRegisterReturn; error: string | undefined; hint: string }

/** What somebody who asks for advice needs, in four rows (spec 1 §5). */
export const RequirementsField = ({ field, error, hint }: RequirementsFieldProps) => (
  <FormField label="需求描述" isRequired error={error} hint={hint}>
    {(control) => <textarea {...control} {...field} rows={4} maxLength={TEXT.paragraph} className={CONTROL_CLASS} />}
  </FormField>
)
