import { useEffect, useEffectEvent, useRef } from 'react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { leadRequestCalls } from '#contracts/leads/calls.ts'
import type { ConsultationFormSchema, ConsultationInput } from '#contracts/leads/lead-request.ts'
import { SITE_MESSAGES } from '#contracts/messages/site.ts'
import { call } from '../../../shared/call.ts'
import { useMutation } from '../../../shared/use-mutation.ts'
import { createRequestDraft } from '../../components/request-draft.ts'
import { createSchemaResolver } from '../../components/schema-resolver.ts'
import { showFieldErrors } from '../../components/show-error.ts'
import { useFormOutcomeErrors } from '../../components/site-form.tsx'
import { useToast } from '../../components/toast.tsx'
import { useThrottledSave } from '../../components/use-throttled-save.ts'
import { useSelectedPackage } from './use-selected-package.ts'

type FormValues = z.input<typeof ConsultationFormSchema>

const EMPTY_FORM: FormValues = {
  companyName: '',
  contactName: '',
  phone: '',
  email: '',
  requirements: '',
  agreeToTerms: false,
}
const TEXT_FIELD_NAMES = ['companyName', 'contactName', 'phone', 'email', 'requirements'] as const
const FIELD_NAMES = [...TEXT_FIELD_NAMES, 'agreeToTerms'] as const

const draft = createRequestDraft('zhijian.consultation', TEXT_FIELD_NAMES)

/** The schema is loaded when the first field is focused, so that it doesn't delay the page. */
const { resolver, preload: preloadSchema } = createSchemaResolver(
  async () => (await import('#contracts/leads/lead-request.ts')).ConsultationFormSchema,
)

/** Returns what the requirements begin with: a line each for the selected package and product; '' without both. */
const describeIntent = ({ packageName, productName }: { packageName: string; productName: string }): string =>
  [packageName && `意向套餐：${packageName}`, productName && `想咨询的产品：${productName}`]
    .filter((line) => line !== '')
    .join('\n')

/**
 * Returns the form of a consultation, its draft restored, and its submission. The requirements name the selected
 * package and the product that the visitor came from until the visitor edits them.
 */
export function useConsultationForm() {
  const showToast = useToast()
  const intent = describeIntent(useSelectedPackage())
  // No field has a default value, so that input from before hydration is kept.
  const form = useForm<FormValues, unknown, ConsultationInput>({ resolver, mode: 'onTouched' })
  useFormOutcomeErrors('consultation', form, FIELD_NAMES)

  const { getValues, setValue } = form
  const cancelSave = useThrottledSave(form, ({ requirements, ...texts }) =>
    // The intent isn't stored, since package and product are in the URL.
    draft.write({ ...texts, requirements: requirements === intent ? '' : requirements }),
  )
  const restoreDraft = useEffectEvent(() => {
    const storedTexts = draft.read()
    for (const name of TEXT_FIELD_NAMES) {
      const currentValue = getValues(name)
      // Input from before hydration is newer.
      const isUntouched = !currentValue || (name === 'requirements' && currentValue === intent)
      if (storedTexts[name] && isUntouched) setValue(name, storedTexts[name], { shouldDirty: true })
    }
  })
  useEffect(() => restoreDraft(), [])

  const previousIntent = useRef(intent)
  useEffect(() => {
    if (getValues('requirements') === previousIntent.current) setValue('requirements', intent)
    previousIntent.current = intent
  }, [intent, getValues, setValue])

  const requestMutation = useMutation({
    mutationFn: (body: ConsultationInput) => call(leadRequestCalls.requestConsultation, { body }),
    onSuccess() {
      form.reset({ ...EMPTY_FORM, requirements: intent })
      cancelSave()
      draft.clear()
      showToast(SITE_MESSAGES.consultationSent, 'success')
    },
    onError(error) {
      showToast(SITE_MESSAGES.requestFailed, 'error')
      showFieldErrors(error, { names: FIELD_NAMES, setError: form.setError })
    },
  })

  return {
    form,
    intent,
    preloadSchema,
    isSent: requestMutation.isSuccess,
    // `onError` shows failures; the promise only keeps the button busy.
    onSubmit: form.handleSubmit((input) => requestMutation.mutateAsync(input).catch(() => {})),
  }
}
