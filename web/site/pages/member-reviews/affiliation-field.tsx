import { useId } from 'react'
import {
  AFFILIATION_HINTS,
  AFFILIATION_LABELS,
  AFFILIATIONS,
  REVIEW_PART_LABELS,
} from '#contracts/member-reviews/choices.ts'
import type { ReviewFields } from '#contracts/member-reviews/review.ts'
import { FieldError, RequiredMark } from '../../components/form-field.tsx'
import { registerField } from '../../components/register-field.ts'
import { type FieldForm, useFieldError } from '../../components/text-field.tsx'

/** The author's declaration of their affiliation with a vendor. */
export function AffiliationField({ form }: { form: FieldForm<ReviewFields> }) {
  const id = useId()
  const error = useFieldError(form, 'affiliation')
  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="mb-1.5 text-sm font-medium">
        {REVIEW_PART_LABELS.affiliation}
        <RequiredMark />
      </legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {AFFILIATIONS.map((affiliation) => (
          <label
            key={affiliation}
            className="flex min-h-11 items-start gap-3 rounded-lg border border-line px-3.5 py-2.5 has-checked:border-indigo has-checked:bg-indigo-tint"
          >
            <input
              type="radio"
              value={affiliation}
              {...registerField(form, 'affiliation')}
              aria-invalid={error ? true : undefined}
              className="mt-1 size-5 shrink-0"
            />
            <span>
              {AFFILIATION_LABELS[affiliation]}
              <span className="block text-sm text-muted">{AFFILIATION_HINTS[affiliation]}</span>
            </span>
          </label>
        ))}
      </div>
      <p className="mt-1.5 text-sm text-muted">有利益关系的评价照常展示并注明，但不计入评分。</p>
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </fieldset>
  )
}
