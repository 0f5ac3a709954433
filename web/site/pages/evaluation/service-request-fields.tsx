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

export type RequestFields = z.input<typeof EvaluationServiceFormSchema>
type Form = FieldForm<RequestFields>

/** The fields of a request, used in the dialog and, without script, on the page. */
export const ServiceRequestFields = ({ form }: { form?: Form | undefined }) => (
  <>
    {REQUEST_TEXT_FIELDS.map((line) => (
      <div key={line.name} className={line.name === 'productName' ? 'sm:col-span-2' : ''}>
        <TextField<RequestFields> form={form} label={LEAD_LABELS[line.name]} isRequired {...line} />
      </div>
    ))}
    <div className="sm:col-span-2">
      <TextField<RequestFields>
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
      <ConsentField<RequestFields> form={form} name="agreeToTerms" />
    </div>
  </>
)
