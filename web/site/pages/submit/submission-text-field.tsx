import { useFormContext, useWatch } from 'react-hook-form'
import { SUBMISSION_DESCRIPTION_MIN, TEXT } from '#contracts/limits.ts'
import { SUBMISSION_LABELS } from '#contracts/request-labels.ts'
import { TextField } from '../../components/text-field.tsx'
import { DESCRIPTION, type SubmissionValues, type TextFieldConfig } from './submission-fields.ts'

/** A text field of the submission form. */
export function SubmissionTextField({ field }: { field: TextFieldConfig }) {
  const form = useFormContext<SubmissionValues>()
  const { isOptional = false, isWide = false, ...input } = field
  return (
    <div className={isWide ? 'md:col-span-2' : ''}>
      <TextField form={form} label={SUBMISSION_LABELS[field.name]} isRequired={!isOptional} {...input} />
    </div>
  )
}

/** The description with a character count, which, like the schema, ignores surrounding spaces. */
export function DescriptionField() {
  const description = useWatch<SubmissionValues, 'productDescription'>({ name: 'productDescription' }) ?? ''
  const length = description.trim().length
  const requiredLength =
    length < SUBMISSION_DESCRIPTION_MIN ? `至少${SUBMISSION_DESCRIPTION_MIN}个字符` : `最多${TEXT.long}个字符`
  return <SubmissionTextField field={{ ...DESCRIPTION, hint: `已输入${length}个字符，${requiredLength}` }} />
}
