import { TEXT } from '#contracts/limits.ts'
import { SITE_MESSAGES } from '#contracts/messages/site.ts'
import { LEAD_LABELS } from '#contracts/request-labels.ts'
import { Button } from '../../components/buttons.tsx'
import { ConsentField } from '../../components/consent-field.tsx'
import { SiteForm } from '../../components/site-form.tsx'
import { FormError, TextField } from '../../components/text-field.tsx'
import { useConsultationForm } from './use-consultation-form.ts'

const TEXT_FIELDS = [
  { name: 'companyName', type: 'text', autoComplete: 'organization', maxLength: TEXT.line },
  { name: 'contactName', type: 'text', autoComplete: 'name', maxLength: TEXT.line },
  { name: 'phone', type: 'tel', autoComplete: 'tel', maxLength: TEXT.word },
  { name: 'email', type: 'email', autoComplete: 'email', maxLength: 254 },
] as const

/** The form to request a free consultation. */
export function ConsultationForm() {
  const { form, intent, preloadSchema, isSent, onSubmit } = useConsultationForm()
  const { errors, isSubmitting } = form.formState
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
            defaultValue={intent}
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
          {isSent && SITE_MESSAGES.consultationSent}
        </p>
      </div>
    </SiteForm>
  )
}
