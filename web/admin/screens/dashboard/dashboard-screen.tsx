import { useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { ADMIN_SCREENS } from '#contracts/admin-pages.ts'
import { analyticsCalls } from '#contracts/analytics/calls.ts'
import type { Dashboard } from '#contracts/analytics/dashboard.ts'
import { MINUTE_MS } from '#contracts/durations.ts'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { callAdmin } from '../../calls/call.ts'
import { LoadError } from '../../components/load-error.tsx'
import { ScreenContent, ScreenHeader } from '../../components/screen-header.tsx'
import { ActiveAlarms } from './active-alarms.tsx'
import { FigureCard } from './figure-card.tsx'
import { PendingWorkList } from './pending-work-list.tsx'
import { PopularProducts } from './popular-products.tsx'
import { QuickActions } from './quick-actions.tsx'
import { RecentActivity } from './recent-activity.tsx'

/** The dashboard: active alarms, what waits for the user, four figures compared with last month, recent activity and popular products. */
export function DashboardScreen() {
  const dashboardQuery = useQuery({
    queryKey: ['dashboard'],
    queryFn: async () => (await callAdmin(analyticsCalls.getDashboard)).data,
    refetchInterval: MINUTE_MS,
  })
  return (
    <ScreenContent>
      <ScreenHeader title={ADMIN_SCREENS.dashboard.title} actions={<QuickActions />} />
      <ActiveAlarms />
      <PendingWorkList />
      {dashboardQuery.isPending && <Skeleton active title={false} paragraph={{ rows: 8 }} />}
      {dashboardQuery.isError && (
        <LoadError error={dashboardQuery.error} fallback={ADMIN_MESSAGES.loadFailed} onRetry={dashboardQuery.refetch} />
      )}
      {dashboardQuery.data && <DashboardContent dashboard={dashboardQuery.data} />}
    </ScreenContent>
  )
}

function DashboardContent({ dashboard }: { dashboard: Dashboard }) {
  const { figures, recentActivity, popularProducts } = dashboard
  return (
    <div className="flex flex-col gap-5">
      <dl className="grid grid-cols-2 gap-3 md:gap-5 xl:grid-cols-4">
        <FigureCard label="产品总数" figure={figures.products} />
        <FigureCard label="活跃用户" figure={figures.activeUsers} />
        <FigureCard label="待审核" figure={figures.pendingSubmissions} />
        <FigureCard label="本月访问量" figure={figures.pageViews} />
      </dl>
      <div className="grid gap-5 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <RecentActivity entries={recentActivity} />
        <PopularProducts products={popularProducts} />
      </div>
    </div>
  )
}
