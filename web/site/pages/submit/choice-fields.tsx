import { useFormContext } from 'react-hook-form'
import { SUBMISSION_LABELS } from '#contracts/request-labels.ts'
import { DEPLOYMENT_TYPES } from '#contracts/vocabulary.ts'
import { ConsentField } from '../../components/consent-field.tsx'
import { CONTROL_CLASS } from '../../components/control-class.ts'
import { FormField } from '../../components/form-field.tsx'
import { registerField } from '../../components/register-field.ts'
import { useSiteFormField } from '../../components/site-form.tsx'
import { useFieldError } from '../../components/text-field.tsx'
import { useReason } from './reasons.tsx'
import type { SubmissionValues } from './submission-fields.ts'

export function DeploymentTypeField() {
  const form = useFormContext<SubmissionValues>()
  const { id, value } = useSiteFormField('deploymentType')
  const error = useFieldError(form, 'deploymentType')
  const reason = useReason('deploymentType')
  return (
    <FormField id={id} label={SUBMISSION_LABELS.deploymentType} error={error} notice={reason} isRequired>
      {(control) => (
        <select
          {...control}
          {...registerField(form, 'deploymentType')}
          defaultValue={value}
          className={`${CONTROL_CLASS} pr-9`}
        >
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

type AgreeToTermsFieldProps = { onShowTerms: () => void; onPreloadTerms: () => void }

/**
 * The consent to the form's and the site's terms; `onPreloadTerms` is called when the visitor may open the form's
 * terms.
 */
export function AgreeToTermsField({ onShowTerms, onPreloadTerms }: AgreeToTermsFieldProps) {
  const form = useFormContext<SubmissionValues>()
  return (
    <ConsentField
      form={form}
      name="agreeToTerms"
      otherTerms="服务条款"
      aside={
        <button
          type="button"
          className="inline-flex min-h-11 items-center px-1 text-indigo noscript:hidden hover:underline"
          aria-haspopup="dialog"
          onPointerEnter={onPreloadTerms}
          onClick={onShowTerms}
        >
          查看服务条款
        </button>
      }
    />
  )
}
