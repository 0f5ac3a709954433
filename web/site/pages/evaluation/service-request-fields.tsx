import type { z } from 'zod'
import type { EvaluationServiceFormSchema } from '#contracts/leads/lead-request.ts'
import { TEXT } from '#contracts/limits.ts'
import { LEAD_LABELS } from '#contracts/request-labels.ts'
import { ConsentField } from '../../components/consent-field.tsx'
import { type FieldForm, TextField } from '../../components/text-field.tsx'

export const REQUEST_TEXT_FIELDS = [
  { name: 'productName', type: 'text', autoComplete: 'off', maxLength: TEXT.line },
  { name: 'companyName', type: 'text', autoComplete: 'organization', maxLength: TEXT.line },
  { name: 'contactName', type: 'text', autoComplete: 'name', maxLength: TEXT.line },
  { name: 'phone', type: 'tel', autoComplete: 'tel', maxLength: TEXT.word },
  { name: 'email', type: 'email', autoComplete: 'email', maxLength: 254 },
] as const

export type RequestValues = z.input<typeof EvaluationServiceFormSchema>
type Form = FieldForm<RequestValues>

/** The fields of a request, used in the dialog and, without script, on the page. */
export const ServiceRequestFields = ({ form }: { form?: Form | undefined }) => (
  <>
    {REQUEST_TEXT_FIELDS.map((field) => (
      <div key={field.name} className={field.name === 'productName' ? 'sm:col-span-2' : ''}>
        <TextField<RequestValues> form={form} label={LEAD_LABELS[field.name]} isRequired {...field} />
      </div>
    ))}
    <div className="sm:col-span-2">
      <TextField<RequestValues>
        form={form}
        name="requirements"
        label={LEAD_LABELS.requirements}
        rows={4}
        maxLength={TEXT.paragraph}
        isRequired
        hint="例如：使用场景、预计用户数、希望完成的时间。"
      />
    </div>
    <div className="sm:col-span-2">
      <ConsentField<RequestValues> form={form} name="agreeToTerms" />
    </div>
  </>
)
