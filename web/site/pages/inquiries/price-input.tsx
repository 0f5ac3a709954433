import { useState } from 'react'
import type { AnswerContent, AskedQuestion } from '#contracts/inquiries/question.ts'
import { findAnswerProblem } from '#contracts/rules/inquiries/check-answer.ts'
import { formatYuan } from '#contracts/rules/inquiries/format-yuan.ts'
import { CONTROL_CLASS } from '../../components/control-class.ts'
import { FormField } from '../../components/form-field.tsx'
import { parseAmount } from './parse-amount.ts'

type PriceInputProps = {
  question: AskedQuestion
  value: AnswerContent['value']
  problem: string | undefined
  onChange: (value: AnswerContent['value']) => void
}

/** A unit price in yuan, with the sum for the quantity that is asked for. */
export function PriceInput({ question, value, problem, onChange }: PriceInputProps) {
  const { title, isRequired, unit, quantity, isYearly } = question
  const [typed, setTyped] = useState<string>()
  const shown = value === null ? '' : String(value)
  // The typed text stays while it means the same, such as “1,000.” or “12.50”.
  const text = typed !== undefined && parseAmount(typed) === value ? typed : shown
  const sum = typeof value === 'number' ? Math.round(value * quantity * 100) / 100 : null
  // A blank price is no mistake yet, but what can't be read as an amount should be seen while it is typed.
  const typedProblem = value === null ? undefined : findAnswerProblem(question, { value, note: '', sourceUrl: '' }, 0)
  return (
    <FormField
      label={`${title}（元${unit === '' ? '' : `／${unit}`}）`}
      isRequired={isRequired}
      error={problem ?? typedProblem}
      hint={`${isYearly ? '每年一次。' : ''}${quantity === 1 ? '填含税的总价。' : `填含税的单价，数量${quantity}，小计${formatYuan(sum)}。`}`}
    >
      {(control) => (
        <input
          {...control}
          inputMode="decimal"
          autoComplete="off"
          className={`${CONTROL_CLASS} tabular-nums`}
          value={text}
          onChange={({ target }) => {
            setTyped(target.value)
            onChange(parseAmount(target.value))
          }}
        />
      )}
    </FormField>
  )
}
