import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { ADMIN_SCREENS } from '#contracts/admin-pages.ts'
import type { Analytics } from '#contracts/analytics/analytics.ts'
import { ANALYTICS_RANGE_LABELS, ANALYTICS_RANGES } from '#contracts/analytics/analytics.ts'
import { analyticsCalls } from '#contracts/analytics/calls.ts'
import { ANALYTICS_MESSAGES } from '#contracts/analytics/messages.ts'
import { MINUTE_MS } from '#contracts/durations.ts'
import { addDays, toDay } from '#contracts/rules/shanghai-time.ts'
import { findFieldMessage } from '../../../shared/call-error.ts'
import { dataOf } from '../../../shared/call-query.ts'
import { formatCount } from '../../../shared/formats.ts'
import { queryOf } from '../../calls/query-of.ts'
import { ChoiceTabs } from '../../components/choice-tabs.tsx'
import { FigureCard } from '../../components/figure-card.tsx'
import { LoadError } from '../../components/load-error.tsx'
import { ScreenContent, ScreenHeader } from '../../components/screen-header.tsx'
import { ExportButton } from '../../lists/export-button.tsx'
import { DateFilter, FilterBar } from '../../lists/filter-bar.tsx'
import type { Filters } from '../../lists/use-filters.ts'
import { useFilters } from '../../lists/use-filters.ts'
import { Breakdowns } from './breakdowns.tsx'
import { ChartPanel } from './chart-panel.tsx'
import { describeTrend, formatPeriod, formatRange, type TrendPoint } from './describe-trend.ts'
import { FigureTable } from './figure-table.tsx'
import { TrendChart } from './trend-chart.tsx'

const RANGE_OPTIONS = ANALYTICS_RANGES.map((value) => ({ value, label: ANALYTICS_RANGE_LABELS[value] }))

type Days = Pick<Analytics, 'from' | 'to'>
type RangePickerProps = {
  filters: Filters
  visibleDays: Days | undefined
  /** The error of the last request, shown at the days that caused it. */
  error: unknown
}

/** Selects the range of days. A custom range initially has the visible days, or the last 30 if none are loaded yet. */
function RangePicker({ filters, visibleDays, error }: RangePickerProps) {
  function selectRange(range: string) {
    if (range !== 'custom') return filters.set({ range, from: '', to: '' })
    const { from, to } = visibleDays ?? getLast30Days()
    filters.set({ range, from, to })
  }
  /** Returns the change handler of a date, which ignores incomplete dates. */
  const createDayHandler = (name: 'from' | 'to') => (day: string) =>
    day && filters.set({ [name]: day }, { replace: true })
  return (
    <>
      <ChoiceTabs
        label="时间范围"
        options={RANGE_OPTIONS}
        value={filters.get('range') || '30d'}
        onChange={selectRange}
      />
      {filters.get('range') === 'custom' && (
        <FilterBar label="自选时间范围">
          <DateFilter
            label="从"
            value={filters.get('from')}
            error={findFieldMessage(error, 'from')}
            onChange={createDayHandler('from')}
          />
          <DateFilter
            label="到"
            value={filters.get('to')}
            error={findFieldMessage(error, 'to')}
            onChange={createDayHandler('to')}
          />
        </FilterBar>
      )}
    </>
  )
}

function getLast30Days(): Days {
  const today = toDay(new Date())
  return { from: addDays(today, -29), to: today }
}

type TrendPanelProps = { series: readonly TrendPoint[]; step: 'day' | 'month' }

/** A month's visitors are the sum of its days, since visitors aren't recognized across days. */
const VISITORS_LABELS = { day: '访客（按日去重）', month: '访客（各日相加）' } as const

/** Views and visitors over time; the table lists the newest first. */
function TrendPanel({ series, step }: TrendPanelProps) {
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
            figures: [formatCount(views), formatCount(visitors)],
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

/** The analytics screen: the site's usage over a range of days, which is part of the URL. */
export function AnalyticsScreen() {
  const filters = useFilters(ADMIN_SCREENS.analytics.filters)
  const analyticsQuery = useQuery({
    ...dataOf(queryOf(analyticsCalls.getAnalytics, { query: filters.queryString })),
    placeholderData: keepPreviousData,
    refetchInterval: MINUTE_MS,
  })
  return (
    <ScreenContent>
      <ScreenHeader
        title={ADMIN_SCREENS.analytics.title}
        description="不使用Cookie，也不保存访问者的地址：访客按日去重，隔日再来会再计一次，一段时间的访客数是各日相加。程序的访问不计。"
        actions={
          <ExportButton
            call={analyticsCalls.exportAnalytics}
            queryString={filters.queryString}
            formats={['csv', 'xlsx']}
            errorMessage={ANALYTICS_MESSAGES.exportFailed}
          />
        }
      />
      <RangePicker filters={filters} visibleDays={analyticsQuery.data} error={analyticsQuery.error} />
      {analyticsQuery.isPending && <Skeleton active title={false} paragraph={{ rows: 12 }} />}
      {analyticsQuery.isError && (
        <LoadError
          error={analyticsQuery.error}
          fallback={ANALYTICS_MESSAGES.loadFailed}
          onRetry={analyticsQuery.refetch}
        />
      )}
      {analyticsQuery.data && (
        <div
          className={analyticsQuery.isPlaceholderData ? 'opacity-60' : ''}
          aria-busy={analyticsQuery.isPlaceholderData}
        >
          <AnalyticsContent analytics={analyticsQuery.data} />
        </div>
      )}
    </ScreenContent>
  )
}

function AnalyticsContent({ analytics }: { analytics: Analytics }) {
  const { totals, series, step, before } = analytics
  return (
    <div className="flex flex-col gap-5">
      <p className="text-sm text-muted">
        {formatRange(analytics)}，与{formatRange(before)}比较。
      </p>
      <dl className="grid grid-cols-2 gap-3 *:last:col-span-2 md:gap-5 xl:grid-cols-4">
        <FigureCard label="浏览量" figure={totals.views} comparison="上一时段" />
        <FigureCard label="访客" figure={totals.visitors} comparison="上一时段" note="各日访客数相加" />
        <FigureCard label="产品提交" figure={totals.submissions} comparison="上一时段" />
        <FigureCard label="咨询线索" figure={totals.leads} comparison="上一时段" />
        <FigureCard label="评估报告" figure={totals.reports} comparison="上一时段" />
        <FigureCard label="产品总数" figure={totals.products} comparison="期初" />
        <FigureCard label="活跃用户" figure={totals.activeUsers} comparison="期初" />
      </dl>
      <TrendPanel series={series} step={step} />
      <Breakdowns analytics={analytics} />
    </div>
  )
}
