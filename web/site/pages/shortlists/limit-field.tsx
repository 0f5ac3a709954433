import { useState } from 'react'
import { describeLimit } from '#contracts/rules/shortlists/describe-accepted.ts'
import { parseLimit } from '#contracts/rules/shortlists/parse-limit.ts'
import { CONTROL_CLASS } from '../../components/control-class.ts'
import { FormField } from '../../components/form-field.tsx'

type LimitFieldProps = {
  label: string
  unit: string
  /** What is in the field at first. */
  initial: string
  /** The attribute whose limit it is in a form, which needs one. */
  attribute?: string
  onChange?: (typed: string) => void
  /** An error of the whole form; what is wrong with the typed amount is said while it is typed. */
  error?: string | undefined
}

/** The upper limit of a price, as it is typed: `300000`, `30万`. Says what was understood. */
export function LimitField({ label, unit, initial, attribute, onChange, error }: LimitFieldProps) {
  // What is typed is kept as it is, also where it is in the URL, too, which is changed a moment later.
  const [typed, setTyped] = useState(initial)
  const parsed = parseLimit(typed)
  return (
    <FormField
      label={`${label}（${unit}）`}
      hint={parsed && 'atMost' in parsed ? describeLimit(parsed.atMost, unit) : '可以写成300000或30万。'}
      error={parsed && 'problem' in parsed ? parsed.problem : error}
      isRequired={attribute !== undefined}
    >
      {(control) => (
        <input
          {...control}
          name={attribute && getLimitName(attribute)}
          autoComplete="off"
          className={`${CONTROL_CLASS} tabular-nums`}
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value)
            onChange?.(target.value)
          }}
        />
      )}
    </FormField>
  )
}

const getLimitName = (attribute: string): string => `atMost.${attribute}`

/** Returns the field of an attribute's limit in a form, if it has one. */
export const findLimitField = (form: HTMLFormElement, attribute: string): HTMLElement | null =>
  form.querySelector(`[name="${getLimitName(attribute)}"]`)

/** Returns the limit that is typed in a form for an attribute: 0 for a blank or wrong one, `undefined` without a field. */
export function readLimit(form: FormData, attribute: string): number | undefined {
  const typed = form.get(getLimitName(attribute))
  if (typed === null) return undefined
  const parsed = parseLimit(String(typed))
  return parsed && 'atMost' in parsed ? parsed.atMost : 0
}
