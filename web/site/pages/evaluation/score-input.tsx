import { useId, useRef, useState } from 'react'
import { EVALUATION_MESSAGES } from '#contracts/evaluation/messages.ts'
import { SCORE } from '#contracts/limits.ts'
import type { Scores } from '#contracts/rules/score.ts'
import { CONTROL_CLASS } from '../../components/control-class.ts'
import { FieldError } from '../../components/form-field.tsx'
import { useSiteFormField } from '../../components/site-form.tsx'
import { useIsHydrated } from '../../components/use-is-hydrated.ts'
import { parseScore } from './evaluation-store.ts'

type ScoreInputProps = {
  name: keyof Scores
  label: string
  /** Percent of the total weight. */
  share: number
  hint?: string | undefined
  value: number
  onChange: (score: number) => void
}

const RANGE = { min: SCORE.min, max: SCORE.max, step: 1 } as const

/**
 * A score, set by a slider or a number input. An invalid number stays in the input with an error, and the score before
 * the edit is restored, so that typing 150 doesn't leave a score of 15.
 */
export function ScoreInput({ name, label, share, hint, value, onChange }: ScoreInputProps) {
  const generatedId = useId()
  const { id = generatedId, value: postedValue, error } = useSiteFormField(name)
  const isHydrated = useIsHydrated()
  const [draft, setDraft] = useState<string | null>((error && postedValue) ?? null)
  const lastValidScore = useRef(value)
  const isInvalid = draft !== null && parseScore(draft) === undefined
  const descriptionIds = [hint && `${id}-hint`, isInvalid && `${id}-error`].filter(Boolean).join(' ') || undefined

  function handleInput(input: string) {
    setDraft(input)
    const score = parseScore(input) ?? lastValidScore.current
    if (score !== value) onChange(score)
  }

  return (
    <div>
      <div className="flex items-end justify-between gap-4">
        <div>
          <label id={`${id}-label`} htmlFor={isHydrated ? `${id}-slider` : id} className="font-semibold">
            {label}得分
          </label>
          <span className="ml-3 text-sm text-muted">占总分{Math.round(share * 10) / 10}%</span>
        </div>
        <input
          id={id}
          name={name}
          type="number"
          inputMode="numeric"
          {...RANGE}
          aria-label={`${label}得分（输入数字）`}
          aria-describedby={descriptionIds}
          aria-invalid={isInvalid || undefined}
          className={`${CONTROL_CLASS} max-w-24 text-right font-semibold tabular-nums`}
          value={draft ?? value}
          onChange={(event) => handleInput(event.target.value)}
          onFocus={() => {
            if (!isInvalid) lastValidScore.current = value
          }}
          onBlur={() => {
            if (!isInvalid) setDraft(null)
          }}
        />
      </div>
      <input
        id={`${id}-slider`}
        type="range"
        disabled={!isHydrated}
        {...RANGE}
        aria-labelledby={`${id}-label`}
        aria-describedby={hint ? `${id}-hint` : undefined}
        aria-valuetext={`${value}分`}
        className="mt-1 block h-11 w-full cursor-pointer noscript:hidden"
        value={value}
        onChange={(event) => {
          setDraft(null)
          onChange(event.target.valueAsNumber)
        }}
      />
      <div className="flex justify-between text-xs text-muted tabular-nums noscript:hidden" aria-hidden>
        <span>{SCORE.min}</span>
        <span>{SCORE.initial}</span>
        <span>{SCORE.max}</span>
      </div>
      {hint && (
        <p id={`${id}-hint`} className="mt-1.5 text-sm text-muted">
          {hint}
        </p>
      )}
      <FieldError id={`${id}-error`}>
        {isInvalid && `${label}得分${EVALUATION_MESSAGES.score}，目前仍按${value}分计算`}
      </FieldError>
    </div>
  )
}
