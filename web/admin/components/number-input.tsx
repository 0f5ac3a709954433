import { InputNumber, type InputNumberProps } from 'antd'
import { normalizeNumberText } from './normalize-number-text.ts'

type NumberInputProps = Omit<
  InputNumberProps<number>,
  'parser' | 'formatter' | 'onStep' | 'defaultValue' | 'onChange'
> & {
  onChange?: (value: number | null) => void
}

/** Ant Design's number input, which also reads full-width digits. */
export const NumberInput = ({ onChange, ...props }: NumberInputProps) => (
  <InputNumber<number | string>
    {...props}
    parser={(text) => normalizeNumberText(text ?? '')}
    // Numbers are only reported as texts in string mode.
    onChange={(value) => onChange?.(typeof value === 'string' ? Number(value) : value)}
  />
)
