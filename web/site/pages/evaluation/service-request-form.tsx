import { zodResolver } from '@hookform/resolvers/zod'
import { type RefObject, useEffect } from 'react'
import { type Path, useForm } from 'react-hook-form'
import { leadRequestCalls } from '#contracts/leads/calls.ts'
import { type EvaluationServiceRequest, EvaluationServiceRequestSchema } from '#contracts/leads/lead-request.ts'
import { TEXT } from '#contracts/limits.ts'
import { SITE_MESSAGES } from '#contracts/messages/site.ts'
import { LEAD_LABELS } from '#contracts/request-labels.ts'
import { call } from '../../../shared/call.ts'
import { failureMessage, isReadFailure } from '../../../shared/read-failure.ts'
import { Button } from '../../parts/buttons.tsx'
import { CONTROL_CLASS, FormField } from '../../parts/form-field.tsx'
import { RequirementsField } from '../../parts/requirements-field.tsx'
import { useToast } from '../../parts/toast.tsx'

export type RequestDraft = Partial<EvaluationServiceRequest>
type Field = keyof EvaluationServiceRequest

const FIELDS = [
  { name: 'productName', type: 'text', autoComplete: 'off', maxLength: TEXT.line },
  { name: 'companyName', type: 'text', autoComplete: 'organization', maxLength: TEXT.line },
  { name: 'contactName', type: 'text', autoComplete: 'name', maxLength: TEXT.line },
  { name: 'phone', type: 'tel', autoComplete: 'tel', maxLength: TEXT.word },
  { name: 'email', type: 'email', autoComplete: 'email', maxLength: 254 },
] as const satisfies readonly { name: Field; type: string; autoComplete: string; maxLength: number }[]

const EMPTY: EvaluationServiceRequest = {
  productName: '',
  companyName: '',
  contactName: '',
  phone: '',
  email: '',
  requirements: '',
}
const isField = (path: string): path is Path<EvaluationServiceRequest> => Object.hasOwn(EMPTY, path)

type FormProps = { draft: RefObject<RequestDraft>; onSent: () => void }

export function ServiceRequestForm({ draft, onSent }: FormProps) {
  const say = useToast()
  const { register, handleSubmit, setError, getValues, reset, formState } = useForm<EvaluationServiceRequest>({
    resolver: zodResolver(EvaluationServiceRequestSchema),
    defaultValues: { ...EMPTY, ...draft.current },
  })
  const { errors, isSubmitting } = formState

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
      say(SITE_MESSAGES.evaluationServiceSent, 'success')
    } catch (error) {
      const wrong = isReadFailure(error) ? (error.errors ?? []) : []
      for (const { path, message } of wrong) if (isField(path)) setError(path, { message }, { shouldFocus: true })
      if (!wrong.some(({ path }) => isField(path)))
        setError('root', { message: failureMessage(error, SITE_MESSAGES.evaluationServiceFailed) })
    }
  }

  return (
    <form noValidate onSubmit={handleSubmit(send)} className="grid gap-5 sm:grid-cols-2">
      {FIELDS.map(({ name, ...input }) => (
        <div key={name} className={name === 'productName' ? 'sm:col-span-2' : ''}>
          <FormField label={LEAD_LABELS[name]} isRequired error={errors[name]?.message}>
            {(control) => <input {...control} {...input} {...register(name)} className={CONTROL_CLASS} />}
          </FormField>
        </div>
      ))}
      <div className="sm:col-span-2">
        <RequirementsField
          register={() => register('requirements')}
          error={errors.requirements?.message}
          hint="例如：使用场景、预计用户数、希望完成的时间。"
        />
      </div>
      {errors.root && (
        <p role="alert" className="text-danger sm:col-span-2">
          {errors.root.message}
        </p>
      )}
      <div className="flex justify-end sm:col-span-2">
        <Button type="submit" isBusy={isSubmitting} className="w-full sm:w-auto">
          {isSubmitting ? '正在提交……' : '提交申请'}
        </Button>
      </div>
    </form>
  )
}
