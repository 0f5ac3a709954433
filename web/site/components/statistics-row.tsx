import type { Statistic } from '#contracts/fields.ts'
import { getToneClass } from '../../shared/tone.ts'

/** A row of figures with their labels. */
export function StatisticsRow({ statistics }: { statistics: readonly Statistic[] }) {
  if (statistics.length === 0) return null
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-card border border-line bg-line md:grid-flow-col md:auto-cols-fr md:grid-cols-none">
      {statistics.map(({ value, label, description, color }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: items of a document's lists have no ids, and only their order identifies them.
        <div key={index} className={`flex flex-col bg-surface p-5 md:p-6 ${getToneClass(color)}`}>
          <dt className="order-2 mt-1 text-sm text-pretty text-muted">
            {label}
            {description && <span className="mt-1 block text-xs">{description}</span>}
          </dt>
          <dd className="order-1 text-3xl font-semibold tabular-nums text-tone">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
