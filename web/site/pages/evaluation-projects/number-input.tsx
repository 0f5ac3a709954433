import { type ComponentProps, useId, useState } from 'react'
import { formatCount } from '../../../shared/formats.ts'
import { CONTROL_CLASS } from '../../components/control-class.ts'

type NumberInputProps = Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type' | 'min' | 'max'> & {
  /** `null` only with `onClear`. */
  value: number | null
  min?: number
  max: number
  onChange: (value: number) => void
  /** Called if the input is emptied, which is an error without it. */
  onClear?: () => void
}

/** A number input with bounds. Invalid text stays in the input with an error, and doesn't change the value. */
export function NumberInput({ value, min = 0, max, onChange, onClear, className = '', ...rest }: NumberInputProps) {
  const messageId = useId()
  const [editedText, setEditedText] = useState<string | null>(null)
  const parse = (text: string) => {
    const number = Number(text)
    return text.trim() !== '' && number >= min && number <= max ? number : undefined
  }
  const isCleared = (text: string) => onClear !== undefined && text.trim() === ''
  const isInvalid = editedText !== null && parse(editedText) === undefined && !isCleared(editedText)
  const descriptionIds = [rest['aria-describedby'], isInvalid && messageId].filter(Boolean).join(' ')
  return (
    <span className={`block ${className}`}>
      <input
        {...rest}
        type="number"
        inputMode="decimal"
        step="any"
        min={min}
        max={max}
        aria-invalid={isInvalid || undefined}
        aria-describedby={descriptionIds || undefined}
        className={`${CONTROL_CLASS} [text-align:inherit] tabular-nums`}
        value={editedText ?? (value === null ? '' : Math.round(value * 100) / 100)}
        onChange={({ target }) => {
          setEditedText(target.value)
          const number = parse(target.value)
          if (number !== undefined) onChange(number)
          else if (isCleared(target.value)) onClear?.()
        }}
        onBlur={() => {
          if (!isInvalid) setEditedText(null)
        }}
      />
      {isInvalid && (
        <span id={messageId} role="alert" className="mt-1 block text-sm text-danger">
          应为{min}至{formatCount(max)}
        </span>
      )}
    </span>
  )
}
