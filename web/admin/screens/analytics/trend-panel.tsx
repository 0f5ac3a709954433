import { Button, Skeleton } from 'antd'
import { ChartLine, Table2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { periodInWords, type TrendPoint, trendInWords } from './trend-words.ts'

/** The chart's library is fetched when the first trend is drawn. */
const TrendChart = lazy(async () => ({ default: (await import('./trend-chart.tsx')).TrendChart }))

type TrendPanelProps = { series: readonly TrendPoint[]; step: 'day' | 'month' }

/** Views and visitors over time, as a chart or as the table behind it. */
export function TrendPanel({ series, step }: TrendPanelProps) {
  const [isTable, setTable] = useState(false)
  const isEmpty = series.every(({ views }) => views === 0)
  return (
    <section className="panel px-5 py-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 pb-3">
        <h2 className="text-lg">访问趋势</h2>
        {!isEmpty && (
          <Button
            icon={isTable ? <ChartLine className="size-4" aria-hidden /> : <Table2 className="size-4" aria-hidden />}
            onClick={() => setTable(!isTable)}
          >
            {isTable ? '看图表' : '看表格'}
          </Button>
        )}
      </div>
      {isEmpty && <p className="py-4 text-muted">这段时间还没有访问记录。</p>}
      {!isEmpty && isTable && <TrendTable series={series} step={step} />}
      {!isEmpty && !isTable && (
        <>
          <Legend />
          <div role="img" aria-label={`访问趋势图。${trendInWords(series)}`}>
            <Suspense fallback={<Skeleton active paragraph={{ rows: 6 }} />}>
              <TrendChart series={series} />
            </Suspense>
          </div>
        </>
      )}
    </section>
  )
}

const Legend = () => (
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
      访客（按日去重）
    </li>
  </ul>
)

/** The newest first. It scrolls by itself, also by keyboard. */
const TrendTable = ({ series, step }: TrendPanelProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard.
  <section className="max-h-96 overflow-y-auto" aria-label="访问趋势表" tabIndex={0}>
    <table className="w-full border-collapse text-left">
      <thead className="sticky top-0 bg-sunken text-sm text-muted">
        <tr>
          <th scope="col" className="px-3 py-2 font-normal">
            {step === 'day' ? '日期' : '月份'}
          </th>
          <th scope="col" className="px-3 py-2 text-right font-normal">
            浏览量
          </th>
          <th scope="col" className="px-3 py-2 text-right font-normal">
            访客
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {series.toReversed().map(({ period, views, visitors }) => (
          <tr key={period}>
            <th scope="row" className="px-3 py-2 font-normal whitespace-nowrap">
              {periodInWords(period)}
            </th>
            <td className="px-3 py-2 text-right tabular-nums">{views.toLocaleString('zh-CN')}</td>
            <td className="px-3 py-2 text-right tabular-nums">{visitors.toLocaleString('zh-CN')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)
