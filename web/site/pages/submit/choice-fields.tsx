import { useFormContext } from 'react-hook-form'
import { SUBMISSION_LABELS } from '#contracts/request-labels.ts'
import { DEPLOYMENT_TYPES } from '#contracts/vocabulary.ts'
import { CONTROL_CLASS, FormField, RequiredMark } from '../../parts/form-field.tsx'
import type { SubmissionValues } from './fields.ts'

export function DeploymentTypeField() {
  const { register, formState } = useFormContext<SubmissionValues>()
  return (
    <FormField label={SUBMISSION_LABELS.deploymentType} error={formState.errors.deploymentType?.message} isRequired>
      {(control) => (
        <select {...control} {...register('deploymentType')} className={CONTROL_CLASS}>
          <option value="">请选择部署方式</option>
          {DEPLOYMENT_TYPES.map((type) => (
            <option key={type} value={type}>
              {type}
            </option>
          ))}
        </select>
      )}
    </FormField>
  )
}

type AgreeToTermsFieldProps = { onShowTerms: () => void; onMaybeTerms: () => void }

/** The box that has to be ticked, beside the terms it is about; `onMaybeTerms`: somebody seems to want to read them. */
export function AgreeToTermsField({ onShowTerms, onMaybeTerms }: AgreeToTermsFieldProps) {
  const { register, formState } = useFormContext<SubmissionValues>()
  const error = formState.errors.agreeToTerms?.message
  return (
    <div>
      <div className="flex flex-wrap items-center gap-x-1">
        <label className="inline-flex min-h-11 items-center gap-3 pr-1">
          <input
            type="checkbox"
            {...register('agreeToTerms')}
            className="size-5 shrink-0"
            aria-required
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? 'terms-error' : undefined}
          />
          <span>
            我已阅读并同意服务条款
            <RequiredMark />
          </span>
        </label>
        <button
          type="button"
          className="inline-flex min-h-11 items-center px-1 text-indigo hover:underline"
          aria-haspopup="dialog"
          onPointerEnter={onMaybeTerms}
          onClick={onShowTerms}
        >
          查看条款
        </button>
      </div>
      {error && (
        <p id="terms-error" role="alert" className="text-sm text-danger">
          {error}
        </p>
      )}
    </div>
  )
}
