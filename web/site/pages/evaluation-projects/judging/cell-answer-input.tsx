import { useId } from 'react'
import { CHECKLIST_ANSWERS } from '#contracts/rules/evaluation/checklist-answers.ts'

type CellAnswerInputProps = { value: number | null; onChange: (score: number | null) => void; onEnter: () => void }

/** The answer to an item of a checklist. Enter continues. */
export function CellAnswerInput({ value, onChange, onEnter }: CellAnswerInputProps) {
  const name = useId()
  return (
    <fieldset>
      <legend className="text-sm font-medium">是否做到</legend>
      <div className="mt-1 grid grid-cols-2 gap-x-4 sm:grid-cols-4">
        {CHECKLIST_ANSWERS.map(({ score, label }) => (
          <label key={label} className="inline-flex min-h-11 items-center gap-2">
            <input
              type="radio"
              name={name}
              checked={value === score}
              onChange={() => onChange(score)}
              onKeyDown={(event) => {
                if (event.key === 'Enter') onEnter()
              }}
            />
            {label}
          </label>
        ))}
      </div>
      <p className="text-sm text-muted">是计100分，部分计50分，否计0分；未知不计分，也不当作否。</p>
    </fieldset>
  )
}
