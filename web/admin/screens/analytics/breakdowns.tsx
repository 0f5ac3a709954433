import type { ReactNode } from 'react'
import { type Analytics, DEVICE_LABELS, getReferrerLabel } from '#contracts/analytics/analytics.ts'
import { getProductPath } from '#contracts/product-pages.ts'
import { getPageLabel } from '#contracts/rules/page-label.ts'
import { SUBMISSION_STATUS_LABELS } from '#contracts/submissions/statuses.ts'
import { LEAD_STATUS_LABELS } from '#contracts/vocabulary.ts'
import { formatCount } from '../../../shared/formats.ts'
import { ChartPanel } from './chart-panel.tsx'
import { getScaleTicks } from './chart-scale.ts'
import { FigureTable } from './figure-table.tsx'

/** `note` is shown after the count. */
type Bar = { key: string; name: ReactNode; count: number; note?: string }

type BarChartProps = { label: string; bars: readonly Bar[] }

/** Places a name next to its bar, or above it on a phone. */
const ROW_CLASS = 'grid gap-x-3 sm:grid-cols-[minmax(0,3fr)_minmax(0,5fr)]'
/** Room for the label after the longest bar. */
const LABEL_MARGIN_CLASS = { withoutNote: 'mr-16', withNote: 'mr-26' }

/** Bars on a common scale, distinguished by name and length; to screen readers a list of names and counts. */
function BarChart({ label, bars }: BarChartProps) {
  const ticks = getScaleTicks(Math.max(...bars.map(({ count }) => count)))
  const max = ticks.at(-1) ?? 1
  const margin = bars.some(({ note }) => note) ? LABEL_MARGIN_CLASS.withNote : LABEL_MARGIN_CLASS.withoutNote
  return (
    <div className="text-sm">
      <ol aria-label={label}>
        {bars.map(({ key, name, count, note }) => (
          <li key={key} className={ROW_CLASS}>
            <span className="self-center pt-1.5 sm:py-1.5">
              <span className="line-clamp-2 wrap-anywhere">{name}</span>
            </span>
            <span className={`relative flex items-center py-1.5 sm:py-2 ${margin}`}>
              <GridLines ticks={ticks} max={max} />
              <span
                className="relative h-4 shrink-0 rounded-r-sm bg-indigo"
                style={{ width: `${(count / max) * 100}%` }}
                aria-hidden
              />
              <span className="relative pl-2 whitespace-nowrap tabular-nums">
                {formatCount(count)}
                {note && <span className="text-muted">{note}</span>}
              </span>
            </span>
          </li>
        ))}
      </ol>
      <div className={`${ROW_CLASS} text-muted`} aria-hidden>
        <span className={`relative block h-6 tabular-nums sm:col-start-2 ${margin}`}>
          {ticks.map((tick) => (
            <span key={tick} className="absolute -translate-x-1/2 whitespace-nowrap" style={getPosition(tick, max)}>
              {formatCount(tick)}
            </span>
          ))}
        </span>
      </div>
    </div>
  )
}

const getPosition = (tick: number, max: number) => ({ left: `${(tick / max) * 100}%` })

const GridLines = ({ ticks, max }: { ticks: readonly number[]; max: number }) =>
  ticks.map((tick) => (
    <span key={tick} className="absolute inset-y-0 border-l border-line" style={getPosition(tick, max)} aria-hidden />
  ))

/** The maximum number of bars in the chart; the table lists all items. */
const MAX_BARS = 10

/** `extraCells` are shown in the additional columns of the table. */
type Part = { key: string; name: ReactNode; count: number; extraCells?: string[] }

type BreakdownPanelProps = {
  title: string
  headings: readonly [name: string, count: string, ...extra: string[]]
  parts: readonly Part[]
  /** Whether the parts add up to a whole, so that each is shown with its percentage. */
  hasPercentages?: boolean
  emptyMessage: string
}

/** Shows the parts of a total, as a bar chart or as a table. */
function BreakdownPanel({ title, headings, parts, hasPercentages = false, emptyMessage }: BreakdownPanelProps) {
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
            figures: [formatCount(count), ...(hasPercentages ? [formatPercentage(count)] : []), ...extraCells],
          }))}
        />
      }
    />
  )
}

/** Breakdowns of views by page, referrer and device, and of requests by status. */
export function Breakdowns({ analytics }: { analytics: Analytics }) {
  return (
    <div className="grid items-start gap-5 lg:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-5">
        <Visits analytics={analytics} />
      </div>
      <div className="flex min-w-0 flex-col gap-5">
        <ProductViews analytics={analytics} />
        <Requests analytics={analytics} />
      </div>
    </div>
  )
}

const Visits = ({ analytics }: { analytics: Analytics }) => (
  <>
    <BreakdownPanel
      title="热门页面"
      headings={['页面', '浏览']}
      parts={analytics.pages.map(({ name, count }) => ({ key: name, name: getPageLabel(name), count }))}
      emptyMessage="这段时间还没有访问记录。"
    />
    <BreakdownPanel
      title="来源网站"
      headings={['网站', '浏览']}
      parts={analytics.referrers.map(({ name, count }) => ({ key: name, name: getReferrerLabel(name), count }))}
      emptyMessage="这段时间没有从其他网站来的访问。"
    />
    <BreakdownPanel
      title="设备"
      headings={['设备', '浏览']}
      parts={analytics.devices.map(({ name, count }) => ({ key: name, name: DEVICE_LABELS[name], count }))}
      hasPercentages
      emptyMessage="这段时间还没有访问记录。"
    />
  </>
)

const ProductViews = ({ analytics }: { analytics: Analytics }) => (
  <>
    <BreakdownPanel
      title="热门产品"
      headings={['产品', '浏览', '类别']}
      parts={analytics.products.map(({ id, catalogue, name, category, count }) => ({
        key: id,
        count,
        extraCells: [category || '未归类'],
        name: <a href={getProductPath(catalogue, { id, name })}>{name}</a>,
      }))}
      emptyMessage="这段时间还没有人看过产品。"
    />
    <BreakdownPanel
      title="产品类别"
      headings={['类别', '产品', '浏览']}
      parts={analytics.categories.map(({ name, count, views }) => ({
        key: name,
        name: name || '未归类',
        count,
        extraCells: [formatCount(views)],
      }))}
      hasPercentages
      emptyMessage="还没有产品。"
    />
  </>
)

const Requests = ({ analytics }: { analytics: Analytics }) => (
  <>
    <BreakdownPanel
      title="产品提交"
      headings={['状态', '提交']}
      parts={analytics.submissions.map(({ name, count }) => ({
        key: name,
        name: SUBMISSION_STATUS_LABELS[name],
        count,
      }))}
      hasPercentages
      emptyMessage="这段时间没有厂商提交产品。"
    />
    <BreakdownPanel
      title="咨询线索"
      headings={['状态', '线索']}
      parts={analytics.leads.map(({ name, count }) => ({ key: name, name: LEAD_STATUS_LABELS[name], count }))}
      hasPercentages
      emptyMessage="这段时间没有新的线索。"
    />
    <BreakdownPanel
      title="评估报告"
      headings={['建议', '报告']}
      parts={analytics.reports.map(({ name, count }) => ({ key: name, name, count }))}
      hasPercentages
      emptyMessage="这段时间没有生成评估报告。"
    />
  </>
)
