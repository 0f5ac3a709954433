import { useForm } from 'react-hook-form'
import { leadRequestCalls } from '#contracts/leads/calls.ts'
import type { EvaluationServiceRequest } from '#contracts/leads/lead-request.ts'
import { SITE_MESSAGES } from '#contracts/messages/site.ts'
import { call } from '../../../shared/call.ts'
import { Button } from '../../components/buttons.tsx'
import { createRequestDraft } from '../../components/request-draft.ts'
import { createSchemaResolver } from '../../components/schema-resolver.ts'
import { showError } from '../../components/show-error.ts'
import { FormError } from '../../components/text-field.tsx'
import { useToast } from '../../components/toast.tsx'
import { useDebouncedSave } from '../../components/use-debounced-save.ts'
import { REQUEST_TEXT_FIELDS, type RequestFields, ServiceRequestFields } from './service-request-fields.tsx'

const EMPTY: RequestFields = {
  productName: '',
  companyName: '',
  contactName: '',
  phone: '',
  email: '',
  requirements: '',
  agreeToTerms: false,
}
const TEXT_NAMES = [...REQUEST_TEXT_FIELDS.map(({ name }) => name), 'requirements'] as const
const NAMES = [...TEXT_NAMES, 'agreeToTerms'] as const
const { resolver } = createSchemaResolver(
  async () => (await import('#contracts/leads/lead-request.ts')).EvaluationServiceFormSchema,
)

const draft = createRequestDraft('zhijian.evaluation-request', TEXT_NAMES)

/** The request form. Its input is kept until it is sent, also if its dialog is closed or the page is reloaded. */
export function ServiceRequestForm({ onSent }: { onSent: () => void }) {
  const showToast = useToast()
  const form = useForm<RequestFields, unknown, EvaluationServiceRequest>({
    resolver,
    defaultValues: { ...EMPTY, ...draft.read() },
  })
  const { setError, reset } = form
  const cancelSave = useDebouncedSave(form, draft.write)
  const { errors, isSubmitting } = form.formState

  async function send(request: EvaluationServiceRequest) {
    try {
      await call(leadRequestCalls.requestEvaluation, { body: request })
      reset(EMPTY)
      cancelSave()
      draft.clear()
      onSent()
      showToast(SITE_MESSAGES.evaluationServiceSent, 'success')
    } catch (error) {
      showError(error, { names: NAMES, setError })
    }
  }

  return (
    <form noValidate onSubmit={form.handleSubmit(send)} className="grid gap-5 sm:grid-cols-2">
      <ServiceRequestFields form={form} />
      <div className="empty:hidden sm:col-span-2">
        <FormError>{errors.root?.message}</FormError>
      </div>
      <div className="flex justify-end sm:col-span-2">
        <Button type="submit" isBusy={isSubmitting} className="w-full sm:w-auto">
          {isSubmitting ? '正在提交……' : '提交申请'}
        </Button>
      </div>
    </form>
  )
}
