import { type KeyboardEvent, useState } from 'react'
import { EVALUATION_MESSAGES } from '#contracts/evaluation/messages.ts'
import { SCORE } from '#contracts/limits.ts'
import { CONTROL_CLASS } from '../../../components/control-class.ts'
import { FieldError } from '../../../components/form-field.tsx'
import { parseScore } from '../../evaluation/evaluation-store.ts'

type CellScoreInputProps = { value: number | null; onChange: (score: number | null) => void; onEnter: () => void }

/** A score from 0 to 100, or none, set by a number input or a slider. Arrow keys change it by one; Enter continues. */
export function CellScoreInput({ value, onChange, onEnter }: CellScoreInputProps) {
  const [editedText, setEditedText] = useState<string | null>(null)
  const isInvalid = editedText !== null && editedText.trim() !== '' && parseScore(editedText) === undefined

  function handleInput(text: string) {
    setEditedText(text)
    const score = parseScore(text)
    if (score !== undefined) onChange(score)
    else if (text.trim() === '') onChange(null)
  }

  function handleKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter' && !isInvalid) {
      event.preventDefault()
      onEnter()
    }
  }

  return (
    <div>
      <div className="flex items-end justify-between gap-4">
        <label htmlFor="cell-score" className="text-sm font-medium">
          分数（0–100）
        </label>
        <input
          id="cell-score"
          type="number"
          inputMode="numeric"
          step={1}
          min={SCORE.min}
          max={SCORE.max}
          aria-invalid={isInvalid || undefined}
          aria-describedby={isInvalid ? 'cell-score-error' : undefined}
          className={`${CONTROL_CLASS} max-w-28 text-right text-xl font-semibold tabular-nums`}
          value={isInvalid ? editedText : (value ?? '')}
          onChange={({ target }) => handleInput(target.value)}
          onKeyDown={handleKeyDown}
        />
      </div>
      <input
        type="range"
        // By keyboard, the number input does the same; the next stop is the evidence.
        tabIndex={-1}
        aria-label="分数滑块"
        aria-valuetext={value === null ? '未评' : `${value}分`}
        min={SCORE.min}
        max={SCORE.max}
        step={1}
        className={`mt-1 block h-11 w-full cursor-pointer ${value === null ? 'opacity-50' : ''}`}
        value={value ?? SCORE.initial}
        onChange={({ target }) => handleInput(target.value)}
      />
      <FieldError id="cell-score-error" className="mt-0">
        {isInvalid && `分数${EVALUATION_MESSAGES.score}`}
      </FieldError>
    </div>
  )
}
