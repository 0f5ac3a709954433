import { useFormContext, useFormState, useWatch } from 'react-hook-form'
import { SUBMISSION_LABELS } from '#contracts/request-labels.ts'
import { isFilled, REQUIRED_SUBMISSION_FIELDS } from '#contracts/rules/submission-completion.ts'
import type { SubmissionValues } from './submission-fields.ts'

/** Lists the invalid and the empty fields; pressing one focuses it. */
export function MissingFields({ id }: { id: string }) {
  const values = useWatch<SubmissionValues>()
  const { errors } = useFormState<SubmissionValues>()
  const missing = REQUIRED_SUBMISSION_FIELDS.filter((field) => !isFilled(values[field]))
  const invalid = ([...REQUIRED_SUBMISSION_FIELDS, 'additionalInfo'] as const).filter(
    (field) => errors[field] && !missing.some((empty) => empty === field),
  )
  if (missing.length + invalid.length === 0) return null
  return (
    <div id={id} className="text-sm">
      <FieldButtons label="以下内容需要修改：" fields={invalid} />
      <FieldButtons label={`还有${missing.length}项必填内容未填写：`} fields={missing} />
    </div>
  )
}

type FieldButtonsProps = { label: string; fields: readonly (keyof typeof SUBMISSION_LABELS)[] }

function FieldButtons({ label, fields }: FieldButtonsProps) {
  const { setFocus } = useFormContext<SubmissionValues>()
  if (fields.length === 0) return null
  return (
    <>
      <p className="text-muted">{label}</p>
      <ul className="-ml-1.5 flex flex-wrap">
        {fields.map((field) => (
          <li key={field}>
            <button
              type="button"
              className="inline-flex min-h-11 items-center px-1.5 text-indigo hover:underline md:min-h-9"
              onClick={() => setFocus(field)}
            >
              {SUBMISSION_LABELS[field]}
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}
