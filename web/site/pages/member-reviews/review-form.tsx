import { type Control, useController } from 'react-hook-form'
import { TEXT } from '#contracts/limits.ts'
import {
  COMPANY_SIZE_LABELS,
  REVIEW_DIMENSION_HINTS,
  REVIEW_DIMENSION_LABELS,
  REVIEW_DIMENSIONS,
  REVIEW_PART_LABELS,
  REVIEWER_INDUSTRY_LABELS,
  REVIEWER_ROLE_LABELS,
  type ReviewDimension,
} from '#contracts/member-reviews/choices.ts'
import type { ReviewContent, ReviewFields } from '#contracts/member-reviews/review.ts'
import { DEPLOYMENT_TYPES } from '#contracts/vocabulary.ts'
import { Button } from '../../components/buttons.tsx'
import { CONTROL_CLASS } from '../../components/control-class.ts'
import { FieldGroup } from '../../components/field-group.tsx'
import { FormField } from '../../components/form-field.tsx'
import { registerField } from '../../components/register-field.ts'
import { type FieldForm, FormError, TextField, useFieldError } from '../../components/text-field.tsx'
import { DraftNotice } from '../submit/draft-notice.tsx'
import { AffiliationField } from './affiliation-field.tsx'
import { ProofField } from './proof-field.tsx'
import { RatingInput } from './rating-input.tsx'
import { type ReviewFormOptions, useReviewForm } from './use-review-form.ts'

type ChoiceFieldProps = {
  form: FieldForm<ReviewFields>
  name: 'role' | 'industry' | 'companySize' | 'deployment'
  label: string
  options: readonly (readonly [value: string, label: string])[]
}

/** An optional choice from a list. */
function ChoiceField({ form, name, label, options }: ChoiceFieldProps) {
  const error = useFieldError(form, name)
  return (
    <FormField label={label} error={error}>
      {(control) => (
        <select {...control} {...registerField(form, name)} className={`${CONTROL_CLASS} pr-9`}>
          <option value="">不说明</option>
          {options.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </FormField>
  )
}

/** Creates or edits a review. */
export function ReviewForm(options: ReviewFormOptions) {
  const { review } = options
  const { form, preloadSchema, proof, proofError, setProof, isRestored, dismissDraftNotice, onSubmit, discard } =
    useReviewForm(options)
  const { errors, isSubmitting } = form.formState
  const submitLabel = review ? '提交修改' : '提交评价'

  return (
    <form
      method="post"
      noValidate
      onFocus={preloadSchema}
      onSubmit={onSubmit}
      aria-label="产品评价"
      className="card space-y-8 p-5 md:p-8"
    >
      {isRestored && <DraftNotice onDismiss={dismissDraftNotice} onDiscard={discard} />}
      <FieldGroup title="评分">
        <div className="md:col-span-2">
          {REVIEW_DIMENSIONS.map((dimension) => (
            <DimensionField key={dimension} control={form.control} dimension={dimension} />
          ))}
        </div>
      </FieldGroup>
      <OpinionFields form={form} />
      <UsageFields form={form} />
      <FieldGroup title="说明">
        <div className="md:col-span-2">
          <AffiliationField form={form} />
        </div>
        <div className="md:col-span-2">
          <ProofField value={proof} stored={review?.proof ?? null} error={proofError} onChange={setProof} />
        </div>
        <label className="inline-flex min-h-11 items-center gap-3 md:col-span-2">
          <input type="checkbox" {...form.register('isAnonymous')} className="size-5 shrink-0" />
          <span>
            {REVIEW_PART_LABELS.isAnonymous}
            <span className="block text-sm text-muted">不勾选时展示您的姓名。平台始终知道评价人是谁。</span>
          </span>
        </label>
      </FieldGroup>
      <FormError>{errors.root?.message}</FormError>
      <div className="flex flex-wrap items-center gap-4 border-t border-line pt-6">
        <Button type="submit" isBusy={isSubmitting}>
          {isSubmitting ? '提交中……' : submitLabel}
        </Button>
        <p className="text-sm text-muted">审核通过后展示，通常不超过3个工作日。</p>
      </div>
    </form>
  )
}

type FieldsProps = { form: FieldForm<ReviewFields> }

function OpinionFields({ form }: FieldsProps) {
  return (
    <FieldGroup title="经验">
      <OpinionField
        form={form}
        name="pros"
        label={REVIEW_PART_LABELS.pros}
        isRequired
        hint="哪些地方确实帮上了忙？最好写出场景和结果。"
      />
      <OpinionField
        form={form}
        name="cons"
        label={REVIEW_PART_LABELS.cons}
        isRequired
        hint="哪里不好用，或与宣传不符？"
      />
      <OpinionField form={form} name="advice" label={REVIEW_PART_LABELS.advice} hint="选型、实施和使用时要注意什么。" />
    </FieldGroup>
  )
}

function UsageFields({ form }: FieldsProps) {
  return (
    <FieldGroup title="使用情况">
      <ChoiceField
        form={form}
        name="role"
        label={REVIEW_PART_LABELS.role}
        options={Object.entries(REVIEWER_ROLE_LABELS)}
      />
      <ChoiceField
        form={form}
        name="industry"
        label={REVIEW_PART_LABELS.industry}
        options={Object.entries(REVIEWER_INDUSTRY_LABELS)}
      />
      <ChoiceField
        form={form}
        name="companySize"
        label={REVIEW_PART_LABELS.companySize}
        options={Object.entries(COMPANY_SIZE_LABELS)}
      />
      <ChoiceField
        form={form}
        name="deployment"
        label={REVIEW_PART_LABELS.deployment}
        options={DEPLOYMENT_TYPES.map((type) => [type, type] as const)}
      />
      <TextField form={form} name="monthsOfUse" label={REVIEW_PART_LABELS.monthsOfUse} hint="整数，例如：8" />
      <p className="self-center text-sm text-muted">写得越全，计分权重越高。</p>
    </FieldGroup>
  )
}

type DimensionFieldProps = { control: Control<ReviewFields, unknown, ReviewContent>; dimension: ReviewDimension }

function DimensionField({ control, dimension }: DimensionFieldProps) {
  const { field, fieldState } = useController({ control, name: `ratings.${dimension}` })
  return (
    <RatingInput
      name={field.name}
      label={REVIEW_DIMENSION_LABELS[dimension]}
      hint={REVIEW_DIMENSION_HINTS[dimension]}
      value={field.value}
      error={fieldState.error?.message}
      inputRef={field.ref}
      onChange={field.onChange}
    />
  )
}

type OpinionFieldProps = Pick<
  Parameters<typeof TextField<ReviewFields>>[0],
  'form' | 'label' | 'hint' | 'isRequired'
> & {
  name: 'pros' | 'cons' | 'advice'
}

const OpinionField = (props: OpinionFieldProps) => (
  <div className="md:col-span-2">
    <TextField {...props} rows={4} maxLength={TEXT.paragraph} />
  </div>
)
