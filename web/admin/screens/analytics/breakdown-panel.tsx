import type { ReactNode } from 'react'
import { type Bar, BarChart } from './bar-chart.tsx'
import { ChartPanel } from './chart-panel.tsx'
import { FigureTable } from './figure-table.tsx'

/** The maximum number of bars in the chart; the table lists all items. */
const MAX_BARS = 10

/** `more` contains the cells of the table's additional columns. */
export type Part = { key: string; name: ReactNode; count: number; more?: string[] }

type BreakdownPanelProps = {
  title: string
  headings: readonly [name: string, count: string, ...more: string[]]
  parts: readonly Part[]
  /** Whether the parts add up to a whole, so that each is shown with its percentage. */
  hasPercentages?: boolean
  emptyMessage: string
}

/** Shows the parts of a total. */
export function BreakdownPanel({ title, headings, parts, hasPercentages = false, emptyMessage }: BreakdownPanelProps) {
  const sum = parts.reduce((total, { count }) => total + count, 0)
  const formatPercentage = (count: number) => `${((count / sum) * 100).toFixed(1)}%`
  const bars = parts.slice(0, MAX_BARS).map(
    ({ key, name, count }): Bar => ({
      key,
      name,
      count,
      ...(hasPercentages ? { note: `（${formatPercentage(count)}）` } : {}),
    }),
  )
  const [nameHeading, countHeading, ...moreHeadings] = headings
  return (
    <ChartPanel
      title={title}
      emptyMessage={sum === 0 ? emptyMessage : undefined}
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
          headings={[nameHeading, countHeading, ...(hasPercentages ? ['占比'] : []), ...moreHeadings]}
          rows={parts.map(({ key, name, count, more = [] }) => ({
            key,
            name,
            figures: [count.toLocaleString('zh-CN'), ...(hasPercentages ? [formatPercentage(count)] : []), ...more],
          }))}
        />
      }
    />
  )
}
