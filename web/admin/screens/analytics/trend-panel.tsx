import { ChartPanel } from './chart-panel.tsx'
import { describeTrend, formatPeriod, type TrendPoint } from './describe-trend.ts'
import { FigureTable } from './figure-table.tsx'
import { TrendChart } from './trend-chart.tsx'

type TrendPanelProps = { series: readonly TrendPoint[]; step: 'day' | 'month' }

/** A month's visitors are the sum of its days, since visitors aren't recognized across days. */
const VISITORS_LABELS = { day: '访客（按日去重）', month: '访客（各日相加）' } as const

/** Views and visitors over time; the table lists the newest first. */
export function TrendPanel({ series, step }: TrendPanelProps) {
  const isEmpty = series.every(({ views }) => views === 0)
  return (
    <ChartPanel
      title="访问趋势"
      emptyMessage={isEmpty ? '这段时间还没有访问记录。' : undefined}
      chart={
        <>
          <Legend visitorsLabel={VISITORS_LABELS[step]} />
          <div role="img" aria-label={`访问趋势图。${describeTrend(series)}`}>
            <TrendChart series={series} />
          </div>
        </>
      }
      table={
        <FigureTable
          label="访问趋势"
          headings={[step === 'day' ? '日期' : '月份', '浏览量', VISITORS_LABELS[step]]}
          rows={series.toReversed().map(({ period, views, visitors }) => ({
            key: period,
            name: formatPeriod(period),
            figures: [views.toLocaleString('zh-CN'), visitors.toLocaleString('zh-CN')],
          }))}
        />
      }
    />
  )
}

const Legend = ({ visitorsLabel }: { visitorsLabel: string }) => (
  <ul className="flex flex-wrap gap-x-5 pb-2 text-sm text-muted">
    <li className="flex items-center gap-2">
      <svg width="28" height="10" aria-hidden="true">
        <path d="M0 5h28" stroke="var(--indigo)" strokeWidth="2" />
        <circle cx="14" cy="5" r="3.5" fill="var(--indigo)" />
      </svg>
      浏览量
    </li>
    <li className="flex items-center gap-2">
      <svg width="28" height="10" aria-hidden="true">
        <path d="M0 5h28" stroke="var(--star)" strokeWidth="2" strokeDasharray="6 4" />
        <rect x="11" y="2" width="6" height="6" fill="var(--star)" />
      </svg>
      {visitorsLabel}
    </li>
  </ul>
)
