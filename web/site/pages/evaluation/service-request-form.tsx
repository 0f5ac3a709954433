import { type RefObject, useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { leadRequestCalls } from '#contracts/leads/calls.ts'
import type { EvaluationServiceRequest } from '#contracts/leads/lead-request.ts'
import { TEXT } from '#contracts/limits.ts'
import { SITE_MESSAGES } from '#contracts/messages/site.ts'
import { LEAD_LABELS } from '#contracts/request-labels.ts'
import { call } from '../../../shared/call.ts'
import { Button } from '../../parts/buttons.tsx'
import { contractRules } from '../../parts/contract-rules.ts'
import { showFailure } from '../../parts/show-failure.ts'
import { FormFailure, TextField } from '../../parts/text-field.tsx'
import { useToast } from '../../parts/toast.tsx'

export type RequestDraft = Partial<EvaluationServiceRequest>

const FIELDS = [
  { name: 'productName', type: 'text', autoComplete: 'off', maxLength: TEXT.line },
  { name: 'companyName', type: 'text', autoComplete: 'organization', maxLength: TEXT.line },
  { name: 'contactName', type: 'text', autoComplete: 'name', maxLength: TEXT.line },
  { name: 'phone', type: 'tel', autoComplete: 'tel', maxLength: TEXT.word },
  { name: 'email', type: 'email', autoComplete: 'email', maxLength: 254 },
] as const

const EMPTY: EvaluationServiceRequest = {
  productName: '',
  companyName: '',
  contactName: '',
  phone: '',
  email: '',
  requirements: '',
}
const NAMES = [...FIELDS.map(({ name }) => name), 'requirements'] as const
const { resolver } = contractRules(
  async () => (await import('#contracts/leads/lead-request.ts')).EvaluationServiceRequestSchema,
)

type FormProps = { draft: RefObject<RequestDraft>; onSent: () => void }

export function ServiceRequestForm({ draft, onSent }: FormProps) {
  const showToast = useToast()
  const form = useForm<EvaluationServiceRequest>({
    resolver,
    defaultValues: { ...EMPTY, ...draft.current },
  })
  const { setError, getValues, reset } = form
  const { errors, isSubmitting } = form.formState

  // The dialog may be closed at any time, by Escape too; its fields are gone with it.
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
      showFailure(error, { names: NAMES, setError }, SITE_MESSAGES.evaluationServiceFailed)
    }
  }

  return (
    <form noValidate onSubmit={form.handleSubmit(send)} className="grid gap-5 sm:grid-cols-2">
      {FIELDS.map((field) => (
        <div key={field.name} className={field.name === 'productName' ? 'sm:col-span-2' : ''}>
          <TextField form={form} label={LEAD_LABELS[field.name]} isRequired {...field} />
        </div>
      ))}
      <div className="sm:col-span-2">
        <TextField
          form={form}
          name="requirements"
          label={LEAD_LABELS.requirements}
          rows={4}
          maxLength={TEXT.paragraph}
          isRequired
          hint="例如：使用场景、预计用户数、希望完成的时间。"
        />
      </div>
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
