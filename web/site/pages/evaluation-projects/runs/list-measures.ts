import type { TaskTry } from '#contracts/evaluation-runs/run.ts'
import { formatAmount, formatCost } from '#contracts/rules/evaluation/format-figures.ts'

/** Returns the times, tokens and cost of a trial; what is unknown of its cost is said to be. */
export const listMeasures = ({
  firstTokenMs,
  totalMs,
  usage,
  cost,
}: Pick<TaskTry, 'firstTokenMs' | 'totalMs' | 'usage' | 'cost'>): (string | undefined)[] => [
  firstTokenMs === null ? undefined : `首字${formatAmount(firstTokenMs / 1_000)}秒`,
  totalMs === null ? undefined : `共${formatAmount(totalMs / 1_000)}秒`,
  usage ? `Token ${usage.input} + ${usage.output}` : undefined,
  cost === null ? '费用未知' : formatCost(cost),
]
