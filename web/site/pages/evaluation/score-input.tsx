import { useId, useState } from 'react'
import { EVALUATION_MESSAGES } from '#contracts/evaluation/messages.ts'
import { SCORE } from '#contracts/limits.ts'
import { CONTROL_CLASS } from '../../parts/form-field.tsx'
import { isScore } from './evaluation-store.ts'

type ScoreInputProps = {
  label: string
  /** Percent of the whole. */
  share: number
  hint?: string | undefined
  value: number
  onChange: (score: number) => void
}

const RANGE = { min: SCORE.min, max: SCORE.max, step: 1 } as const
const parseScore = (input: string): number | undefined => {
  const number = input.trim() === '' ? undefined : Number(input)
  return isScore(number) ? number : undefined
}

/** One score, by a slider or typed: both show the same. What is typed and is no score stays until the field is left. */
export function ScoreInput({ label, share, hint, value, onChange }: ScoreInputProps) {
  const id = useId()
  const [draft, setDraft] = useState<string | null>(null)
  const isWrong = draft !== null && parseScore(draft) === undefined
  const described = [hint && `${id}-hint`, isWrong && `${id}-error`].filter(Boolean).join(' ') || undefined

  function handleTyping(input: string) {
    setDraft(input)
    const score = parseScore(input)
    if (score !== undefined && score !== value) onChange(score)
  }

  return (
    <div>
      <div className="flex items-end justify-between gap-4">
        <div>
          <label htmlFor={id} className="font-semibold">
            {label}得分
          </label>
          <span className="ml-3 text-sm text-muted">占总分{Math.round(share * 10) / 10}%</span>
        </div>
        <input
          type="number"
          inputMode="numeric"
          {...RANGE}
          aria-label={`${label}得分（输入数字）`}
          aria-describedby={described}
          aria-invalid={isWrong || undefined}
          className={`${CONTROL_CLASS} max-w-24 text-right font-semibold tabular-nums`}
          value={draft ?? value}
          onChange={(event) => handleTyping(event.target.value)}
          onBlur={() => setDraft(null)}
        />
      </div>
      <input
        id={id}
        type="range"
        {...RANGE}
        aria-describedby={hint ? `${id}-hint` : undefined}
        aria-valuetext={`${value}分`}
        className="mt-1 block h-11 w-full cursor-pointer"
        value={value}
        onChange={(event) => {
          setDraft(null)
          onChange(event.target.valueAsNumber)
        }}
      />
      <div className="flex justify-between text-xs text-muted tabular-nums" aria-hidden>
        <span>{SCORE.min}</span>
        <span>{SCORE.initial}</span>
        <span>{SCORE.max}</span>
      </div>
      {hint && (
        <p id={`${id}-hint`} className="mt-1.5 text-sm text-muted">
          {hint}
        </p>
      )}
      {isWrong && (
        <p id={`${id}-error`} role="alert" className="mt-1.5 text-sm text-danger">
          {label}得分{EVALUATION_MESSAGES.score}
        </p>
      )}
    </div>
  )
}
