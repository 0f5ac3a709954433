import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { leadRequestCalls } from '#contracts/leads/calls.ts'
import type { ConsultationFormSchema, ConsultationInput } from '#contracts/leads/lead-request.ts'
import { TEXT } from '#contracts/limits.ts'
import { SITE_MESSAGES } from '#contracts/messages/site.ts'
import { LEAD_LABELS } from '#contracts/request-labels.ts'
import { call } from '../../../shared/call.ts'
import { Button } from '../../components/buttons.tsx'
import { ConsentField } from '../../components/consent-field.tsx'
import { createRequestDraft } from '../../components/request-draft.ts'
import { createSchemaResolver } from '../../components/schema-resolver.ts'
import { showFieldErrors } from '../../components/show-error.ts'
import { SiteForm, usePostedErrors } from '../../components/site-form.tsx'
import { FormError, TextField } from '../../components/text-field.tsx'
import { useToast } from '../../components/toast.tsx'
import { useDebouncedSave } from '../../components/use-debounced-save.ts'
import { useSelectedPackage } from './use-selected-package.ts'

const TEXT_FIELDS = [
  { name: 'companyName', type: 'text', autoComplete: 'organization', maxLength: TEXT.line },
  { name: 'contactName', type: 'text', autoComplete: 'name', maxLength: TEXT.line },
  { name: 'phone', type: 'tel', autoComplete: 'tel', maxLength: TEXT.word },
  { name: 'email', type: 'email', autoComplete: 'email', maxLength: 254 },
] as const

type FormValues = z.input<typeof ConsultationFormSchema>

const EMPTY_FORM: FormValues = {
  companyName: '',
  contactName: '',
  phone: '',
  email: '',
  requirements: '',
  agreeToTerms: false,
}
const TEXT_FIELD_NAMES = [...TEXT_FIELDS.map(({ name }) => name), 'requirements'] as const
const FIELD_NAMES = [...TEXT_FIELD_NAMES, 'agreeToTerms'] as const

const draft = createRequestDraft('zhijian.consultation', TEXT_FIELD_NAMES)

/** The schema is loaded when the first field is focused, so that it doesn't delay the page. */
const { resolver, preload: preloadSchema } = createSchemaResolver(
  async () => (await import('#contracts/leads/lead-request.ts')).ConsultationFormSchema,
)

/**
 * The form to request a free consultation. The requirements name the selected package until the visitor edits them.
 */
export function ConsultationForm() {
  const showToast = useToast()
  const { packageName } = useSelectedPackage()
  const packageText = packageName ? `意向套餐：${packageName}` : ''
  // No field has a default value, so that input from before hydration is kept.
  const form = useForm<FormValues, unknown, ConsultationInput>({ resolver, mode: 'onTouched' })
  const { errors, isSubmitting } = form.formState
  usePostedErrors('consultation', form, FIELD_NAMES)

  const { getValues, setValue } = form
  const cancelSave = useDebouncedSave(form, ({ requirements, ...texts }) =>
    // The package's text isn't stored, since the package is in the URL.
    draft.write({ ...texts, requirements: requirements === packageText ? '' : requirements }),
  )
  const restoreDraft = useEffectEvent(() => {
    const storedTexts = draft.read()
    for (const name of TEXT_FIELD_NAMES) {
      const currentValue = getValues(name)
      // Input from before hydration is newer.
      const isUntouched = !currentValue || (name === 'requirements' && currentValue === packageText)
      if (storedTexts[name] && isUntouched) setValue(name, storedTexts[name], { shouldDirty: true })
    }
  })
  useEffect(() => restoreDraft(), [])

  const previousPackageText = useRef(packageText)
  useEffect(() => {
    if (getValues('requirements') === previousPackageText.current) setValue('requirements', packageText)
    previousPackageText.current = packageText
  }, [packageText, getValues, setValue])

  const { mutateAsync, status } = useMutation({
    mutationFn: (body: ConsultationInput) => call(leadRequestCalls.requestConsultation, { body }),
    onSuccess() {
      form.reset({ ...EMPTY_FORM, requirements: packageText })
      cancelSave()
      draft.clear()
      showToast(SITE_MESSAGES.consultationSent, 'success')
    },
    onError(error) {
      showToast(SITE_MESSAGES.requestFailed, 'error')
      showFieldErrors(error, { names: FIELD_NAMES, setError: form.setError })
    },
  })
  // `onError` shows failures; the promise only keeps the button busy.
  const onSubmit = form.handleSubmit((request) => mutateAsync(request).catch(() => {}))

  return (
    <SiteForm
      name="consultation"
      labels={LEAD_LABELS}
      onSubmit={onSubmit}
      onFocus={preloadSchema}
      aria-labelledby="consultation-title"
    >
      <div className="grid gap-5 sm:grid-cols-2">
        {TEXT_FIELDS.map((field) => (
          <TextField key={field.name} form={form} label={LEAD_LABELS[field.name]} isRequired {...field} />
        ))}
        <div className="sm:col-span-2">
          <TextField
            form={form}
            name="requirements"
            label={LEAD_LABELS.requirements}
            rows={4}
            maxLength={TEXT.paragraph}
            defaultValue={packageText}
            isRequired
            hint="场景、现有系统、希望作出决定的时间。"
          />
        </div>
        <div className="sm:col-span-2">
          <ConsentField form={form} name="agreeToTerms" />
        </div>
      </div>
      <div className="mt-6 flex flex-wrap items-center gap-x-5 gap-y-3">
        <Button type="submit" isBusy={isSubmitting} className="w-full sm:w-auto">
          {isSubmitting ? '正在提交……' : '提交咨询'}
        </Button>
        <FormError>{errors.root?.message}</FormError>
        <p role="status" className="text-sm font-medium">
          {status === 'success' && SITE_MESSAGES.consultationSent}
        </p>
      </div>
    </SiteForm>
  )
}
