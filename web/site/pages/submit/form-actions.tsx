import { useId } from 'react'
import { useFormContext, useFormState, useWatch } from 'react-hook-form'
import { SUBMISSION_LABELS } from '#contracts/request-labels.ts'
import { isFilled, REQUIRED_SUBMISSION_FIELDS } from '#contracts/rules/submission-completion.ts'
import { Button } from '../../components/buttons.tsx'
import { useIsHydrated } from '../../components/use-is-hydrated.ts'
import type { FormFiles } from './form-files.ts'
import type { SubmissionValues } from './submission-fields.ts'

/** Lists the invalid and the empty fields; pressing one focuses it. */
function MissingFields({ id }: { id: string }) {
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

type FormActionsProps = {
  submitLabel: string
  files: FormFiles
  isValid: boolean
  isSubmitting: boolean
  onReset: () => void
}

/** The fields that are still missing, and the buttons to submit and to reset the form. */
export function FormActions({ submitLabel, files, isValid, isSubmitting, onReset }: FormActionsProps) {
  const isHydrated = useIsHydrated()
  const missingFieldsId = useId()
  const idleLabel = files.isUploading ? '文件上传中……' : submitLabel
  return (
    <div className="space-y-3 border-t border-line pt-6">
      <div className="noscript:hidden">
        <MissingFields id={missingFieldsId} />
      </div>
      <div className="flex flex-wrap gap-3">
        <Button
          type="submit"
          isBusy={isSubmitting}
          isUnavailable={(isHydrated && !isValid) || files.isUploading || files.isCaptionMissing}
          aria-describedby={isValid ? undefined : missingFieldsId}
        >
          {isSubmitting ? '提交中……' : idleLabel}
        </Button>
        <Button variant="outline" className="noscript:hidden" isBusy={isSubmitting} onClick={onReset}>
          重置表单
        </Button>
      </div>
    </div>
  )
}
