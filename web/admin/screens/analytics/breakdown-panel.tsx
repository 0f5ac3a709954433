import type { ReactNode } from 'react'
import { type Bar, BarChart } from './bar-chart.tsx'
import { ChartPanel } from './chart-panel.tsx'
import { FigureTable } from './figure-table.tsx'

/** The maximum number of bars in the chart; the table lists all items. */
const BARS_MAX = 10

export type Part = { key: string; name: ReactNode; count: number /** Further columns of the table. */; more?: string[] }

type BreakdownPanelProps = {
  title: string
  /** The headings of the table. */
  head: readonly [name: string, count: string, ...more: string[]]
  parts: readonly Part[]
  /** Whether the parts add up to the total, so that each is shown with its percentage. */
  isWhole?: boolean
  /** The text if there is no data. */
  empty: string
}

/** Shows the parts of a total. */
export function BreakdownPanel({ title, head, parts, isWhole = false, empty }: BreakdownPanelProps) {
  const sum = parts.reduce((total, { count }) => total + count, 0)
  const formatShare = (count: number) => `${((count / sum) * 100).toFixed(1)}%`
  const bars = parts
    .slice(0, BARS_MAX)
    .map(
      ({ key, name, count }): Bar => ({ key, name, count, ...(isWhole ? { note: `（${formatShare(count)}）` } : {}) }),
    )
  const [nameHead, countHead, ...moreHeads] = head
  return (
    <ChartPanel
      title={title}
      empty={sum === 0 ? empty : undefined}
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
          head={[nameHead, countHead, ...(isWhole ? ['占比'] : []), ...moreHeads]}
          rows={parts.map(({ key, name, count, more = [] }) => ({
            key,
            name,
            figures: [count.toLocaleString('zh-CN'), ...(isWhole ? [formatShare(count)] : []), ...more],
          }))}
        />
      }
    />
  )
}
