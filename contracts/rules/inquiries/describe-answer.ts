import type { AnswerContent, AskedQuestion } from '../../inquiries/question.ts'
import { describeFactValue } from '../facts/value-text.ts'
import { formatYuan } from './format-yuan.ts'

/** Returns the value of an answer for readers; '' if there is none. */
export function describeAnswer(
  { kind, attribute }: Pick<AskedQuestion, 'kind' | 'attribute'>,
  value: AnswerContent['value'],
): string {
  if (value === null) return ''
  if (kind === 'price' && typeof value === 'number') return formatYuan(value)
  if (attribute) return describeFactValue(attribute, value)
  return typeof value === 'string' ? value : describeFactValue({ type: 'text', unit: '' }, value)
}
