import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { ADMIN_SCREENS } from '#contracts/admin-pages.ts'
import type { Analytics } from '#contracts/analytics/analytics.ts'
import { analyticsCalls } from '#contracts/analytics/calls.ts'
import { ANALYTICS_MESSAGES } from '#contracts/analytics/messages.ts'
import { MINUTE_MS } from '#contracts/durations.ts'
import { callAdmin } from '../../calls/call.ts'
import { LoadError } from '../../components/load-error.tsx'
import { ScreenContent, ScreenHeader } from '../../components/screen-header.tsx'
import { ExportButton } from '../../lists/export-button.tsx'
import { useFilters } from '../../lists/use-filters.ts'
import { Breakdowns } from './breakdowns.tsx'
import { formatRange } from './describe-trend.ts'
import { GrowingCard } from './growing-card.tsx'
import { RangePicker } from './range-picker.tsx'
import { TrendPanel } from './trend-panel.tsx'

/** The analytics screen: the site's usage over a range of days, which is part of the URL. */
export function AnalyticsScreen() {
  const filters = useFilters(ADMIN_SCREENS.analytics.filters)
  const analyticsQuery = useQuery({
    queryKey: ['analytics', filters.queryString],
    queryFn: async () => (await callAdmin(analyticsCalls.getAnalytics, { query: filters.queryString })).data,
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
        <GrowingCard label="浏览量" figure={totals.views} comparison="上一时段" />
        <GrowingCard label="访客" figure={totals.visitors} comparison="上一时段" note="各日访客数相加" />
        <GrowingCard label="产品提交" figure={totals.submissions} comparison="上一时段" />
        <GrowingCard label="咨询线索" figure={totals.leads} comparison="上一时段" />
        <GrowingCard label="评估报告" figure={totals.reports} comparison="上一时段" />
        <GrowingCard label="产品总数" figure={totals.products} comparison="期初" />
        <GrowingCard label="活跃用户" figure={totals.activeUsers} comparison="期初" />
      </dl>
      <TrendPanel series={series} step={step} />
      <Breakdowns analytics={analytics} />
    </div>
  )
}
