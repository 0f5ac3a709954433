import { useForm } from 'react-hook-form'
import { leadRequestCalls } from '#contracts/leads/calls.ts'
import type { EvaluationServiceRequest } from '#contracts/leads/lead-request.ts'
import { SITE_MESSAGES } from '#contracts/messages/site.ts'
import { call } from '../../../shared/call.ts'
import { useExclusive } from '../../../shared/use-exclusive.ts'
import { Button } from '../../components/buttons.tsx'
import { focusFirstFieldNow } from '../../components/focus-first-field.ts'
import { createRequestDraft } from '../../components/request-draft.ts'
import { createSchemaResolver } from '../../components/schema-resolver.ts'
import { showError } from '../../components/show-error.ts'
import { FormError } from '../../components/text-field.tsx'
import { useToast } from '../../components/toast.tsx'
import { useThrottledSave } from '../../components/use-throttled-save.ts'
import { REQUEST_TEXT_FIELDS, type RequestValues, ServiceRequestFields } from './service-request-fields.tsx'

const EMPTY_REQUEST: RequestValues = {
  productName: '',
  companyName: '',
  contactName: '',
  phone: '',
  email: '',
  requirements: '',
  agreeToTerms: false,
}
const TEXT_FIELD_NAMES = [...REQUEST_TEXT_FIELDS.map(({ name }) => name), 'requirements'] as const
const FIELD_NAMES = [...TEXT_FIELD_NAMES, 'agreeToTerms'] as const
const { resolver, preload: preloadSchema } = createSchemaResolver(
  async () => (await import('#contracts/leads/lead-request.ts')).EvaluationServiceFormSchema,
)

const draft = createRequestDraft('zhijian.evaluation-request', TEXT_FIELD_NAMES)

/** The request form. Its input is kept until it is sent, even if the dialog is closed or the page is reloaded. */
export function ServiceRequestForm({ onSent }: { onSent: () => void }) {
  const showToast = useToast()
  const form = useForm<RequestValues, unknown, EvaluationServiceRequest>({
    resolver,
    defaultValues: { ...EMPTY_REQUEST, ...draft.read() },
  })
  const { setError, reset } = form
  const cancelSave = useThrottledSave(form, draft.write)
  const { errors, isSubmitting } = form.formState

  const submit = useExclusive(async (body: EvaluationServiceRequest) => {
    try {
      await call(leadRequestCalls.requestEvaluation, { body })
    } catch (error) {
      showError(error, { names: FIELD_NAMES, setError })
      return
    }
    reset(EMPTY_REQUEST)
    cancelSave()
    draft.clear()
    onSent()
    showToast(SITE_MESSAGES.evaluationServiceSent, 'success')
  })

  return (
    <form
      ref={focusFirstFieldNow}
      noValidate
      onFocus={preloadSchema}
      onSubmit={form.handleSubmit(submit)}
      className="grid gap-5 sm:grid-cols-2"
    >
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
