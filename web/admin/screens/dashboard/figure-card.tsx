import type { Figure } from '#contracts/analytics/dashboard.ts'
import { formatChangePercentage } from '#contracts/rules/change-percentage.ts'

/** A figure with its change since last month. */
export function FigureCard({ label, figure }: { label: string; figure: Figure }) {
  return (
    <div className="panel flex flex-col px-4 py-4 md:px-5">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="pt-1 text-3xl font-semibold tabular-nums">{figure.value.toLocaleString('zh-CN')}</dd>
      <dd className="pt-1 text-sm text-muted">{describeChange(figure)}</dd>
    </div>
  )
}

/** Compares a figure with last month's: `较上月增加12（8.3%）`. Without a percentage from almost nothing. */
export function describeChange({ value, lastMonth }: Figure): string {
  const change = value - lastMonth
  if (change === 0) return '与上月持平'
  const amount = Math.abs(change).toLocaleString('zh-CN')
  return `较上月${change > 0 ? '增加' : '减少'}${amount}${formatChangePercentage(value, lastMonth)}`
}
