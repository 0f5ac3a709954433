import { type ComponentProps, useId, useState } from 'react'
import { CONTROL_CLASS } from '../../parts/control-class.ts'

type NumberInputProps = Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type' | 'min' | 'max'> & {
  value: number
  min?: number
  max: number
  onChange: (value: number) => void
}

/** Input of a number within bounds. Invalid text is marked and kept in the box, and doesn't change the value. */
export function NumberInput({ value, min = 0, max, onChange, className = '', ...rest }: NumberInputProps) {
  const messageId = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const parse = (text: string) => {
    const number = Number(text)
    return text.trim() !== '' && number >= min && number <= max ? number : undefined
  }
  const isInvalid = typed !== null && parse(typed) === undefined
  const described = [rest['aria-describedby'], isInvalid && messageId].filter(Boolean).join(' ')
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
        aria-describedby={described || undefined}
        className={`${CONTROL_CLASS} [text-align:inherit] tabular-nums`}
        value={typed ?? Math.round(value * 100) / 100}
        onChange={({ target }) => {
          setTyped(target.value)
          const number = parse(target.value)
          if (number !== undefined) onChange(number)
        }}
        onBlur={() => {
          if (!isInvalid) setTyped(null)
        }}
      />
      {isInvalid && (
        <span id={messageId} role="alert" className="mt-1 block text-sm text-danger">
          应为{min}至{max.toLocaleString('zh-CN')}
        </span>
      )}
    </span>
  )
}
