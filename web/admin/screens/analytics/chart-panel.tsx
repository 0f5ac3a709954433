import { Button } from 'antd'
import { ChartNoAxesColumn, Table2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'

type ChartPanelProps = {
  title: string
  /** Shown instead of the chart; `undefined` if there is data. */
  emptyMessage: string | undefined
  chart: ReactNode
  table: ReactNode
}

/** Figures as a chart or as a table. */
export function ChartPanel({ title, emptyMessage, chart, table }: ChartPanelProps) {
  const [isTable, setIsTable] = useState(false)
  const Icon = isTable ? ChartNoAxesColumn : Table2
  const switchLabel = isTable ? '看图表' : '看表格'
  return (
    <section className="panel min-w-0 px-5 py-4" aria-label={title}>
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-2 pb-2">
        <h2 className="text-lg">{title}</h2>
        {!emptyMessage && (
          <Button
            aria-label={`${title}：${switchLabel}`}
            icon={<Icon className="size-4" aria-hidden />}
            onClick={() => setIsTable(!isTable)}
          >
            {switchLabel}
          </Button>
        )}
      </div>
      {emptyMessage && <p className="py-4 text-muted">{emptyMessage}</p>}
      {!emptyMessage && (isTable ? table : chart)}
    </section>
  )
}
