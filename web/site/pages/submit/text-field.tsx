import { useFormContext, useWatch } from 'react-hook-form'
import { SUBMISSION_DESCRIPTION_MIN, TEXT } from '#contracts/limits.ts'
import { SUBMISSION_LABELS } from '#contracts/request-labels.ts'
import { CONTROL_CLASS, FormField } from '../../parts/form-field.tsx'
import { DESCRIPTION, type FieldSpec, type SubmissionValues } from './fields.ts'

/** A field that is typed into: a line, or a text of several. */
export function TextField({ field }: { field: FieldSpec }) {
  const { register, formState } = useFormContext<SubmissionValues>()
  const { name, rows, hint, type = 'text', autoComplete = 'off', isOptional = false, isWide = false } = field
  return (
    <div className={isWide ? 'md:col-span-2' : ''}>
      <FormField
        label={SUBMISSION_LABELS[name]}
        error={formState.errors[name]?.message}
        hint={hint}
        isRequired={!isOptional}
      >
        {(control) =>
          rows ? (
            <textarea {...control} {...register(name)} rows={rows} className={CONTROL_CLASS} />
          ) : (
            <input {...control} {...register(name)} type={type} autoComplete={autoComplete} className={CONTROL_CLASS} />
          )
        }
      </FormField>
    </div>
  )
}

/** The description, which counts itself as the schema does: without the blanks about it. */
export function DescriptionField() {
  const typed = useWatch<SubmissionValues, 'productDescription'>({ name: 'productDescription' }) ?? ''
  const length = typed.trim().length
  const bound =
    length < SUBMISSION_DESCRIPTION_MIN ? `至少${SUBMISSION_DESCRIPTION_MIN}个字符` : `最多${TEXT.long}个字符`
  return <TextField field={{ ...DESCRIPTION, hint: `已输入${length}个字符，${bound}` }} />
}
