import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { leadRequestCalls } from '#contracts/leads/calls.ts'
import type { ConsultationInput } from '#contracts/leads/lead-request.ts'
import { TEXT } from '#contracts/limits.ts'
import { SITE_MESSAGES } from '#contracts/messages/site.ts'
import { LEAD_LABELS } from '#contracts/request-labels.ts'
import { call } from '../../../shared/call.ts'
import { lazyRules, NOT_LOADED } from '../../../shared/lazy-rules.ts'
import { isReadFailure } from '../../../shared/read-failure.ts'
import { Button } from '../../parts/buttons.tsx'
import { CONTROL_CLASS, FormField } from '../../parts/form-field.tsx'
import { RequirementsField } from '../../parts/requirements-field.tsx'
import { useToast } from '../../parts/toast.tsx'
import { useChosenPackage } from './use-chosen-package.ts'

const LINES = [
  { name: 'companyName', type: 'text', autoComplete: 'organization', max: TEXT.line },
  { name: 'contactName', type: 'text', autoComplete: 'name', max: TEXT.line },
  { name: 'phone', type: 'tel', autoComplete: 'tel', max: TEXT.word },
  { name: 'email', type: 'email', autoComplete: 'email', max: 254 },
] as const

const EMPTY: ConsultationInput = { companyName: '', contactName: '', phone: '', email: '', requirements: '' }
const isField = (path: string): path is keyof ConsultationInput => Object.hasOwn(EMPTY, path)

/** The rules come with the first field that is entered, so that reading the page does not wait for them. */
const loadRules = () => import('./consultation-rules.ts')
const resolver = lazyRules(async () => (await loadRules()).consultationRules, NOT_LOADED)

/** The form of the free consultation. The chosen package stands in the requirements until the visitor writes there. */
export function ConsultationForm() {
  const say = useToast()
  const { chosen } = useChosenPackage()
  const { register, handleSubmit, reset, setError, formState } = useForm<ConsultationInput>({
    resolver,
    mode: 'onTouched',
    values: { ...EMPTY, requirements: chosen ? `意向套餐：${chosen}` : '' },
    resetOptions: { keepDirtyValues: true, keepErrors: true },
  })
  // `keepDirtyValues` goes by the fields that are watched for being dirty: reading them here watches them.
  const { errors, isSubmitting, dirtyFields: _watched } = formState

  const { mutateAsync, status } = useMutation({
    mutationFn: (body: ConsultationInput) => call(leadRequestCalls.requestConsultation, { body }),
    onSuccess() {
      // `reset` goes by `resetOptions` too.
      reset(undefined, { keepDirtyValues: false })
      say(SITE_MESSAGES.consultationSent, 'success')
    },
    onError(error) {
      say(SITE_MESSAGES.requestFailed, 'error')
      for (const { path, message } of (isReadFailure(error) && error.errors) || [])
        if (isField(path)) setError(path, { message }, { shouldFocus: true })
    },
  })
  // What went wrong is shown by `onError`; the promise only keeps the button busy.
  const send = handleSubmit((request) => mutateAsync(request).catch(() => {}))

  return (
    // Pressed before the page lives, a form without a method would put all this into the address.
    <form
      method="post"
      noValidate
      onSubmit={send}
      onFocus={() => void loadRules().catch(() => {})}
      aria-labelledby="consultation-title"
    >
      <div className="grid gap-5 sm:grid-cols-2">
        {LINES.map(({ name, type, autoComplete, max }) => (
          <FormField key={name} label={LEAD_LABELS[name]} isRequired error={errors[name]?.message}>
            {(control) => (
              <input
                {...control}
                {...register(name)}
                type={type}
                autoComplete={autoComplete}
                maxLength={max}
                className={CONTROL_CLASS}
              />
            )}
          </FormField>
        ))}
        <div className="sm:col-span-2">
          <RequirementsField
            register={() => register('requirements')}
            error={errors.requirements?.message}
            hint="场景、现有系统、希望作出决定的时间。"
          />
        </div>
      </div>
      <div className="mt-6 flex flex-wrap items-center gap-x-5 gap-y-3">
        <Button type="submit" isBusy={isSubmitting} className="w-full sm:w-auto">
          {isSubmitting ? '正在提交……' : '提交咨询'}
        </Button>
        {errors.root && (
          <p role="alert" className="text-sm text-danger">
            {errors.root.message}
          </p>
        )}
        <p role="status" className="text-sm font-medium">
          {status === 'success' && SITE_MESSAGES.consultationSent}
        </p>
      </div>
    </form>
  )
}
