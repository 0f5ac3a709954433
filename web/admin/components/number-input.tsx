import { InputNumber, type InputNumberProps } from 'antd'
import { normalizeNumberText } from './normalize-number-text.ts'

type NumberInputProps = Omit<
  InputNumberProps<number>,
  'parser' | 'formatter' | 'onStep' | 'defaultValue' | 'onChange'
> & {
  onChange?: (value: number | null) => void
}

/** Ant Design's number input, which also reads full-width digits, and whose steppers have Chinese names. */
export const NumberInput = ({ onChange, ...props }: NumberInputProps) => (
  <span ref={nameSteppers} className="contents">
    <InputNumber<number | string>
      {...props}
      parser={(text) => normalizeNumberText(text ?? '')}
      // Numbers are only reported as texts in string mode.
      onChange={(value) => onChange?.(typeof value === 'string' ? Number(value) : value)}
    />
  </span>
)

/** Ant Design names them in English, whatever the locale; the first one increases the value. */
function nameSteppers(container: HTMLElement | null): void {
  const [increase, decrease] = container?.querySelectorAll('[role="button"]') ?? []
  increase?.setAttribute('aria-label', '增加')
  decrease?.setAttribute('aria-label', '减少')
}
