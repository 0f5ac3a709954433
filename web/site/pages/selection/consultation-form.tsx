import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { leadRequestCalls } from '#contracts/leads/calls.ts'
import type { ConsultationInput } from '#contracts/leads/lead-request.ts'
import { TEXT } from '#contracts/limits.ts'
import { SITE_MESSAGES } from '#contracts/messages/site.ts'
import { LEAD_LABELS } from '#contracts/request-labels.ts'
import { call } from '../../../shared/call.ts'
import { Button } from '../../parts/buttons.tsx'
import { contractRules } from '../../parts/contract-rules.ts'
import { showFieldErrors } from '../../parts/show-failure.ts'
import { FormFailure, TextField } from '../../parts/text-field.tsx'
import { useToast } from '../../parts/toast.tsx'
import { useChosenPackage } from './use-chosen-package.ts'

const LINES = [
  { name: 'companyName', type: 'text', autoComplete: 'organization', maxLength: TEXT.line },
  { name: 'contactName', type: 'text', autoComplete: 'name', maxLength: TEXT.line },
  { name: 'phone', type: 'tel', autoComplete: 'tel', maxLength: TEXT.word },
  { name: 'email', type: 'email', autoComplete: 'email', maxLength: 254 },
] as const

const EMPTY: ConsultationInput = { companyName: '', contactName: '', phone: '', email: '', requirements: '' }
const NAMES = [...LINES.map(({ name }) => name), 'requirements'] as const

/** The rules come with the first field that is entered, so that reading the page does not wait for them. */
const { resolver, preload } = contractRules(
  async () => (await import('#contracts/leads/lead-request.ts')).ConsultationSchema,
)

/** The form of the free consultation. The chosen package stands in the requirements until the visitor writes there. */
export function ConsultationForm() {
  const showToast = useToast()
  const { chosen } = useChosenPackage()
  const form = useForm<ConsultationInput>({
    resolver,
    mode: 'onTouched',
    values: { ...EMPTY, requirements: chosen ? `意向套餐：${chosen}` : '' },
    resetOptions: { keepDirtyValues: true, keepErrors: true },
  })
  // `keepDirtyValues` goes by the fields that are watched for being dirty: reading them here watches them.
  const { errors, isSubmitting, dirtyFields: _watched } = form.formState

  const { mutateAsync, status } = useMutation({
    mutationFn: (body: ConsultationInput) => call(leadRequestCalls.requestConsultation, { body }),
    onSuccess() {
      // `reset` goes by `resetOptions` too.
      form.reset(undefined, { keepDirtyValues: false })
      showToast(SITE_MESSAGES.consultationSent, 'success')
    },
    onError(error) {
      showToast(SITE_MESSAGES.requestFailed, 'error')
      showFieldErrors(error, { names: NAMES, setError: form.setError })
    },
  })
  // What went wrong is shown by `onError`; the promise only keeps the button busy.
  const send = form.handleSubmit((request) => mutateAsync(request).catch(() => {}))

  return (
    // Pressed before the page lives, a form without a method would put all this into the address.
    <form method="post" noValidate onSubmit={send} onFocus={preload} aria-labelledby="consultation-title">
      <div className="grid gap-5 sm:grid-cols-2">
        {LINES.map((line) => (
          <TextField key={line.name} form={form} label={LEAD_LABELS[line.name]} isRequired {...line} />
        ))}
        <div className="sm:col-span-2">
          <TextField
            form={form}
            name="requirements"
            label={LEAD_LABELS.requirements}
            rows={4}
            maxLength={TEXT.paragraph}
            isRequired
            hint="场景、现有系统、希望作出决定的时间。"
          />
        </div>
      </div>
      <div className="mt-6 flex flex-wrap items-center gap-x-5 gap-y-3">
        <Button type="submit" isBusy={isSubmitting} className="w-full sm:w-auto">
          {isSubmitting ? '正在提交……' : '提交咨询'}
        </Button>
        <FormFailure>{errors.root?.message}</FormFailure>
        <p role="status" className="text-sm font-medium">
          {status === 'success' && SITE_MESSAGES.consultationSent}
        </p>
      </div>
    </form>
  )
}
