import { Star } from 'lucide-react'
import { type Ref, useId } from 'react'
import { STAR_LABELS } from '#contracts/member-reviews/choices.ts'
import { FieldError, RequiredMark } from '../../components/form-field.tsx'

type RatingInputProps = {
  name: string
  label: string
  hint: string
  value: number
  error: string | undefined
  /** Focused if the rating is missing. */
  inputRef: Ref<HTMLInputElement>
  onChange: (value: number) => void
}

/** One to five stars as a radio group; each star has a label with its meaning. */
export function RatingInput({ name, label, hint, value, error, inputRef, onChange }: RatingInputProps) {
  const id = useId()
  return (
    // Not the field set's own border, which would be drawn through the middle of its legend.
    <div className="border-line py-3 not-first:border-t">
      <fieldset aria-describedby={`${id}-hint${error ? ` ${id}-error` : ''}`}>
        <legend className="font-medium sm:float-left sm:mr-6 sm:w-28 sm:py-2.5">
          {label}
          <RequiredMark />
        </legend>
        <div className="flex flex-wrap items-center gap-x-4">
          <div className="flex">
            {STAR_LABELS.map((meaning, index) => {
              const stars = index + 1
              return (
                <label
                  key={meaning}
                  className="relative inline-flex size-11 cursor-pointer items-center justify-center rounded-lg text-star hover:bg-sunken has-focus-visible:outline-3 has-focus-visible:outline-indigo"
                >
                  <input
                    ref={index === 0 ? inputRef : null}
                    type="radio"
                    name={name}
                    value={stars}
                    checked={value === stars}
                    aria-label={`${stars}星，${meaning}`}
                    className="absolute inset-0 cursor-pointer opacity-0"
                    onChange={() => onChange(stars)}
                  />
                  <Star className="size-6" fill={stars <= value ? 'currentColor' : 'none'} aria-hidden />
                </label>
              )
            })}
          </div>
          <span className="min-w-10 text-sm font-medium" aria-hidden>
            {STAR_LABELS[value - 1]}
          </span>
          <p id={`${id}-hint`} className="text-sm text-muted">
            {hint}
          </p>
        </div>
        <FieldError id={`${id}-error`} className="clear-both">
          {error}
        </FieldError>
      </fieldset>
    </div>
  )
}
