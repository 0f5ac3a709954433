import type { FactChange } from '../../facts/fact.ts'
import { describeFactValue } from './value-text.ts'

/** Returns the text of a change-log entry after the attribute's name: `：甲 → 乙`, `：仍为甲`. */
export function describeFactChange({ action, before, after, type, unit }: FactChange): string {
  const format = (state: FactChange['after']) =>
    state ? describeFactValue({ type, unit, isComplete: state.isComplete }, state.value) : ''
  if (action === 'add') return `：${format(after)}`
  if (action === 'remove') return `：原为${format(before)}`
  if (action === 'confirm') return `：仍为${format(after)}`
  return `：${format(before)} → ${format(after)}`
}
