import { type ChangeEvent, useId, useRef, useState } from 'react'
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

/** A score, set by a slider or a number input. */
export function ScoreInput({ name, label, share, hint, value, onChange }: ScoreInputProps) {
  const generatedId = useId()
  const { id = generatedId, value: postedValue, error } = useSiteFormField(name)
  const isHydrated = useIsHydrated()
  const { text, isInvalid, discardText, inputHandlers } = useScoreText({
    value,
    rejectedText: error === undefined ? undefined : postedValue,
    onChange,
  })
  const hintId = hint && `${id}-hint`
  const errorId = `${id}-error`

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
          aria-describedby={[hintId, isInvalid && errorId].filter(Boolean).join(' ') || undefined}
          aria-invalid={isInvalid || undefined}
          className={`${CONTROL_CLASS} max-w-24 text-right font-semibold tabular-nums`}
          value={text}
          {...inputHandlers}
        />
      </div>
      <ScoreSlider
        id={id}
        name={name}
        hintId={hintId}
        value={value}
        onChange={(score) => {
          discardText()
          onChange(score)
        }}
      />
      {hint && (
        <p id={hintId} className="mt-1.5 text-sm text-muted">
          {hint}
        </p>
      )}
      <FieldError id={errorId}>
        {isInvalid && `${label}得分${EVALUATION_MESSAGES.score}，目前仍按${value}分计算`}
      </FieldError>
    </div>
  )
}

type ScoreTextOptions = {
  value: number
  /** The text that the server rejected when the form was posted without script. */
  rejectedText: string | undefined
  onChange: (score: number) => void
}

/**
 * Returns the text of the number input and its event handlers. An invalid number stays in the input, and the score
 * before the edit is restored, so that typing 150 doesn't leave a score of 15.
 */
function useScoreText({ value, rejectedText, onChange }: ScoreTextOptions) {
  /** The text while it is edited or invalid. */
  const [editedText, setEditedText] = useState<string | null>(rejectedText ?? null)
  const scoreBeforeEdit = useRef(value)
  const isInvalid = editedText !== null && parseScore(editedText) === undefined
  return {
    text: editedText ?? value,
    isInvalid,
    discardText: () => setEditedText(null),
    inputHandlers: {
      onChange({ target }: ChangeEvent<HTMLInputElement>) {
        setEditedText(target.value)
        const score = parseScore(target.value) ?? scoreBeforeEdit.current
        if (score !== value) onChange(score)
      },
      onFocus() {
        if (!isInvalid) scoreBeforeEdit.current = value
      },
      onBlur() {
        if (!isInvalid) setEditedText(null)
      },
    },
  }
}

type ScoreSliderProps = {
  /** The id of the number input, from which those of the slider and its label are derived. */
  id: string
  name: keyof Scores
  hintId: string | undefined
  value: number
  onChange: (score: number) => void
}

const ScoreSlider = ({ id, name, hintId, value, onChange }: ScoreSliderProps) => (
  <>
    <input
      id={`${id}-slider`}
      type="range"
      // Without a `name`, since the number input is posted.
      data-score={name}
      {...RANGE}
      aria-labelledby={`${id}-label`}
      aria-describedby={hintId}
      aria-valuetext={`${value}分`}
      className="mt-1 block h-11 w-full cursor-pointer noscript:hidden"
      value={value}
      onChange={({ target }) => onChange(target.valueAsNumber)}
    />
    <div className="flex justify-between text-xs text-muted tabular-nums noscript:hidden" aria-hidden>
      <span>{SCORE.min}</span>
      <span>{SCORE.initial}</span>
      <span>{SCORE.max}</span>
    </div>
  </>
)
