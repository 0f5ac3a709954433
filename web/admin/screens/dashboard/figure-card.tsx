import type { Figure } from '#contracts/analytics/dashboard.ts'
import { describeChange } from './describe-change.ts'

export function FigureCard({ label, figure }: { label: string; figure: Figure }) {
  return (
    <div className="panel flex flex-col px-4 py-4 md:px-5">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="pt-1 text-3xl font-semibold tabular-nums">{figure.value.toLocaleString('zh-CN')}</dd>
      <dd className="pt-1 text-sm text-muted">{describeChange(figure)}</dd>
    </div>
  )
}
