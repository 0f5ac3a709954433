import type { ReactNode } from 'react'
import { type Bar, BarChart } from './bar-chart.tsx'
import { ChartPanel } from './chart-panel.tsx'
import { FigureTable } from './figure-table.tsx'

/** The maximum number of bars in the chart; the table lists all items. */
const MAX_BARS = 10

/** `extraCells` are shown in the additional columns of the table. */
export type Part = { key: string; name: ReactNode; count: number; extraCells?: string[] }

type BreakdownPanelProps = {
  title: string
  headings: readonly [name: string, count: string, ...extra: string[]]
  parts: readonly Part[]
  /** Whether the parts add up to a whole, so that each is shown with its percentage. */
  hasPercentages?: boolean
  emptyMessage: string
}

/** Shows the parts of a total, as a bar chart or as a table. */
export function BreakdownPanel({ title, headings, parts, hasPercentages = false, emptyMessage }: BreakdownPanelProps) {
  const total = parts.reduce((sum, { count }) => sum + count, 0)
  const formatPercentage = (count: number) => `${((count / total) * 100).toFixed(1)}%`
  const bars = parts.slice(0, MAX_BARS).map(
    ({ key, name, count }): Bar => ({
      key,
      name,
      count,
      ...(hasPercentages ? { note: `（${formatPercentage(count)}）` } : {}),
    }),
  )
  const [nameHeading, countHeading, ...extraHeadings] = headings
  return (
    <ChartPanel
      title={title}
      emptyMessage={total === 0 ? emptyMessage : undefined}
      chart={
        <>
          <BarChart label={title} bars={bars} />
          {parts.length > bars.length && (
            <p className="pt-2 text-sm text-muted">另有{parts.length - bars.length}项，见表格。</p>
          )}
        </>
      }
      table={
        <FigureTable
          label={title}
          headings={[nameHeading, countHeading, ...(hasPercentages ? ['占比'] : []), ...extraHeadings]}
          rows={parts.map(({ key, name, count, extraCells = [] }) => ({
            key,
            name,
            figures: [
              count.toLocaleString('zh-CN'),
              ...(hasPercentages ? [formatPercentage(count)] : []),
              ...extraCells,
            ],
          }))}
        />
      }
    />
  )
}
