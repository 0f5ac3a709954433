import type { Question } from '#contracts/inquiries/question.ts'
import { QUESTION_KIND_LABELS, type QuestionKind } from '#contracts/inquiries/statuses.ts'
import { INQUIRIES, TEXT } from '#contracts/limits.ts'
import { createRandomId } from '../../../../shared/random-id.ts'
import { CONTROL_CLASS } from '../../../components/control-class.ts'
import { FormField } from '../../../components/form-field.tsx'
import { TextAreaField } from '../../evaluation-projects/controlled-fields.tsx'
import { NumberInput } from '../../evaluation-projects/number-input.tsx'

/** The kinds of questions that aren't about a fact of the catalogue. */
export const FREE_KINDS = ['text', 'price', 'file'] as const satisfies readonly QuestionKind[]

/** Returns a new question, whose text has yet to be typed. */
export const createQuestion = (kind: QuestionKind): Question => ({
  key: createRandomId(),
  kind,
  attribute: null,
  title: '',
  hint: '',
  isRequired: true,
  unit: '',
  quantity: 1,
  isYearly: false,
})

type QuestionFieldsProps = {
  question: Question
  index: number
  errors: readonly { path: string; message: string }[]
  onChange: (changes: Partial<Question>) => void
}

/** The fields of a question: what is asked, how, and whether it must be answered. */
export function QuestionFields({ question, index, errors, onChange }: QuestionFieldsProps) {
  const { kind, title, hint, isRequired, unit, quantity, isYearly } = question
  return (
    <div className="space-y-3">
      <FormField label={`第${index + 1}题（${QUESTION_KIND_LABELS[kind]}）`} isRequired error={errors[0]?.message}>
        {(control) => (
          <input
            {...control}
            maxLength={TEXT.line}
            className={CONTROL_CLASS}
            value={title}
            onChange={({ target }) => onChange({ title: target.value })}
          />
        )}
      </FormField>
      {kind === 'price' && (
        <div className="grid gap-3 sm:grid-cols-2">
          <FormField label="单位" hint="例如“席位·年”“百万词元”“项目”。">
            {(control) => (
              <input
                {...control}
                maxLength={TEXT.word}
                className={CONTROL_CLASS}
                value={unit}
                onChange={({ target }) => onChange({ unit: target.value })}
              />
            )}
          </FormField>
          <FormField label="数量" isRequired>
            {(control) => (
              <NumberInput
                {...control}
                min={1}
                max={INQUIRIES.quantity}
                value={quantity}
                onChange={(value) => onChange({ quantity: Math.round(value) })}
              />
            )}
          </FormField>
          <label className="inline-flex min-h-11 items-center gap-2">
            <input
              type="checkbox"
              className="size-4 accent-indigo"
              checked={isYearly}
              onChange={({ target }) => onChange({ isYearly: target.checked })}
            />
            每年付一次，三年总成本按三次计
          </label>
        </div>
      )}
      <details open={hint !== '' || undefined}>
        <summary className="inline-flex min-h-11 items-center text-sm text-indigo hover:underline">补充说明</summary>
        <TextAreaField label="给厂商的说明" rows={2} value={hint} onChange={(text) => onChange({ hint: text })} />
      </details>
      <label className="inline-flex min-h-11 items-center gap-2">
        <input
          type="checkbox"
          className="size-4 accent-indigo"
          checked={isRequired}
          onChange={({ target }) => onChange({ isRequired: target.checked })}
        />
        必答
      </label>
    </div>
  )
}
