/** Below this number, a percentage says more than the number: from 1 to 165 is an increase by 164, not by 16400%. */
const LEAST_BASE = 10
/** Nobody reads larger percentages as what they are. */
const MAX_PERCENTAGE = 999

/** Formats a change as a percentage in brackets, `（8.3%）`; '' if it compares with almost nothing. */
export function formatChangePercentage(value: number, before: number): string {
  if (before < LEAST_BASE) return ''
  const percentage = Math.abs((value - before) / before) * 100
  return percentage > MAX_PERCENTAGE ? '' : `（${percentage.toFixed(1)}%）`
}
