import { useFormContext, useFormState, useWatch } from 'react-hook-form'
import { SUBMISSION_LABELS } from '#contracts/request-labels.ts'
import { isFilled, REQUIRED_SUBMISSION_FIELDS } from '#contracts/rules/completion.ts'
import type { SubmissionValues } from './submission-fields.ts'

/** Lists empty and invalid fields, each with a link to the field. */
export function MissingFields({ id }: { id: string }) {
  const { setFocus } = useFormContext<SubmissionValues>()
  const values = useWatch<SubmissionValues>()
  const { errors } = useFormState<SubmissionValues>()
  const missing = REQUIRED_SUBMISSION_FIELDS.filter((field) => !isFilled(values[field]))
  const invalid = ([...REQUIRED_SUBMISSION_FIELDS, 'additionalInfo'] as const).filter(
    (field) => errors[field] && !missing.some((empty) => empty === field),
  )
  if (missing.length + invalid.length === 0) return null

  const fields = (label: string, names: readonly (keyof typeof SUBMISSION_LABELS)[]) =>
    names.length > 0 && (
      <>
        <p className="text-muted">{label}</p>
        <ul className="-ml-1.5 flex flex-wrap">
          {names.map((field) => (
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
  return (
    <div id={id} className="text-sm">
      {fields('以下内容需要修改：', invalid)}
      {fields(`还有${missing.length}项必填内容未填写：`, missing)}
    </div>
  )
}
