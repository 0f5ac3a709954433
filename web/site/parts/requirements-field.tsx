import type { UseFormRegisterReturn } from 'react-hook-form'
import { TEXT } from '#contracts/limits.ts'
import { LEAD_LABELS } from '#contracts/request-labels.ts'
import { CONTROL_CLASS, FormField } from './form-field.tsx'

/** `register` is called while the field is drawn: the first wrong field is the first that was registered. */
type RequirementsFieldProps = { register: () => UseFormRegisterReturn; error: string | undefined; hint: string }

/** What somebody who asks for advice needs, in four rows (spec 1 §5). */
export const RequirementsField = ({ register, error, hint }: RequirementsFieldProps) => (
  <FormField label={LEAD_LABELS.requirements} isRequired error={error} hint={hint}>
    {(control) => (
      <textarea {...control} {...register()} rows={4} maxLength={TEXT.paragraph} className={CONTROL_CLASS} />
    )}
  </FormField>
)
