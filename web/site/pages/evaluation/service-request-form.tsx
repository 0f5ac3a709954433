import { type RefObject, useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { leadRequestCalls } from '#contracts/leads/calls.ts'
import type { EvaluationServiceRequest } from '#contracts/leads/lead-request.ts'
import { SITE_MESSAGES } from '#contracts/messages/site.ts'
import { call } from '../../../shared/call.ts'
import { Button } from '../../parts/buttons.tsx'
import { contractRules } from '../../parts/contract-rules.ts'
import { showFailure } from '../../parts/show-failure.ts'
import { FormFailure } from '../../parts/text-field.tsx'
import { useToast } from '../../parts/toast.tsx'
import { REQUEST_LINES, type RequestFields, ServiceRequestFields } from './service-request-fields.tsx'

export type RequestDraft = Partial<RequestFields>

const EMPTY: RequestFields = {
  productName: '',
  companyName: '',
  contactName: '',
  phone: '',
  email: '',
  requirements: '',
  agreeToTerms: false,
}
const NAMES = [...REQUEST_LINES.map(({ name }) => name), 'requirements', 'agreeToTerms'] as const
const { resolver } = contractRules(
  async () => (await import('#contracts/leads/lead-request.ts')).EvaluationServiceFormSchema,
)

type FormProps = { draft: RefObject<RequestDraft>; onSent: () => void }

export function ServiceRequestForm({ draft, onSent }: FormProps) {
  const showToast = useToast()
  const form = useForm<RequestFields, unknown, EvaluationServiceRequest>({
    resolver,
    defaultValues: { ...EMPTY, ...draft.current },
  })
  const { setError, getValues, reset } = form
  const { errors, isSubmitting } = form.formState

  // The dialog may be closed at any time, also by Escape, which unmounts its fields.
  useEffect(
    () => () => {
      draft.current = getValues()
    },
    [draft, getValues],
  )

  async function send(request: EvaluationServiceRequest) {
    try {
      await call(leadRequestCalls.requestEvaluation, { body: request })
      reset(EMPTY)
      onSent()
      showToast(SITE_MESSAGES.evaluationServiceSent, 'success')
    } catch (error) {
      showFailure(error, { names: NAMES, setError }, SITE_MESSAGES.callFailed)
    }
  }

  return (
    <form noValidate onSubmit={form.handleSubmit(send)} className="grid gap-5 sm:grid-cols-2">
      <ServiceRequestFields form={form} />
      <div className="empty:hidden sm:col-span-2">
        <FormFailure>{errors.root?.message}</FormFailure>
      </div>
      <div className="flex justify-end sm:col-span-2">
        <Button type="submit" isBusy={isSubmitting} className="w-full sm:w-auto">
          {isSubmitting ? '正在提交……' : '提交申请'}
        </Button>
      </div>
    </form>
  )
}
