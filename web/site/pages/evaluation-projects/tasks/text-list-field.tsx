import { Plus, X } from 'lucide-react'
import { useId } from 'react'
import { Button } from '../../../components/buttons.tsx'
import { CONTROL_CLASS } from '../../../components/control-class.ts'
import { FieldError } from '../../../components/form-field.tsx'

type TextListFieldProps = {
  label: string
  /** Names an item, such as 消息. */
  itemName: string
  hint?: string
  values: readonly string[]
  max: number
  maxLength: number
  /** Returns the error of an item by its index. */
  getError: (index: number) => string | undefined
  onChange: (values: string[]) => void
}

/** A list of texts of several lines, which can be extended and shortened. */
export function TextListField({
  label,
  itemName,
  hint,
  values,
  max,
  maxLength,
  getError,
  onChange,
}: TextListFieldProps) {
  const id = useId()
  return (
    <fieldset className="space-y-3" aria-describedby={hint && `${id}-hint`}>
      <legend className="mb-1.5 text-sm font-medium">
        {label}
        <span className="font-normal text-muted">（选填）</span>
      </legend>
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      )}
      {values.map((value, index) => {
        const error = getError(index)
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: items have no identity; a removed one's text moves up.
          <div key={index}>
            <div className="flex items-start gap-2">
              <textarea
                aria-label={`${itemName}${index + 1}`}
                aria-invalid={error ? true : undefined}
                rows={2}
                maxLength={maxLength}
                className={CONTROL_CLASS}
                value={value}
                onChange={({ target }) => onChange(values.with(index, target.value))}
              />
              <button
                type="button"
                className="inline-flex size-11 shrink-0 items-center justify-center rounded-lg text-muted hover:bg-sunken hover:text-ink"
                aria-label={`删除${itemName}${index + 1}`}
                onClick={() => onChange(values.toSpliced(index, 1))}
              >
                <X className="size-4" aria-hidden />
              </button>
            </div>
            <FieldError>{error}</FieldError>
          </div>
        )
      })}
      <Button variant="outline" isUnavailable={values.length >= max} onClick={() => onChange([...values, ''])}>
        <Plus className="size-4" aria-hidden />
        添加{itemName}
      </Button>
    </fieldset>
  )
}
