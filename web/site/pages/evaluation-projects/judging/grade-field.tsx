import { useId } from 'react'
import type { Judging } from '#contracts/evaluation-projects/score.ts'

type GradeFieldProps = {
  grades: Judging['grades']
  value: string | null
  onChange: (grade: string) => void
  onEnter: () => void
}

/** Selects the grade of the evidence, which limits the score. Enter continues. */
export function GradeField({ grades, value, onChange, onEnter }: GradeFieldProps) {
  const name = useId()
  return (
    <fieldset>
      <legend className="text-sm font-medium">最有力的证据</legend>
      <div className="mt-1 grid gap-x-4 sm:grid-cols-2">
        {grades.map(({ key, title, cap }) => (
          <label key={key} className="inline-flex min-h-11 items-center gap-2">
            <input
              type="radio"
              name={name}
              checked={value === key}
              onChange={() => onChange(key)}
              onKeyDown={(event) => {
                if (event.key === 'Enter') onEnter()
              }}
            />
            <span>
              {title} <span className="text-sm text-muted tabular-nums">最高计{cap}分</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
