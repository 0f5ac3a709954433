import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Skeleton } from 'antd'
import { AlarmClock } from 'lucide-react'
import { useId } from 'react'
import { Link, useNavigate } from 'react-router'
import { ADMIN_PAGES, ADMIN_SCREENS } from '#contracts/admin-pages.ts'
import type { ActiveAlarm } from '#contracts/alarms/alarm.ts'
import { ALARMS } from '#contracts/alarms/alarm-table.ts'
import { alarmCalls } from '#contracts/alarms/calls.ts'
import { ALARM_MESSAGES } from '#contracts/alarms/messages.ts'
import { analyticsCalls } from '#contracts/analytics/calls.ts'
import type { Dashboard, Figure, ViewedProduct } from '#contracts/analytics/dashboard.ts'
import { AUDIT_ACTIONS } from '#contracts/audit/actions.ts'
import type { AuditEntry } from '#contracts/audit/audit.ts'
import { MINUTE_MS } from '#contracts/durations.ts'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { getPendingWorkEntry, getPendingWorkUrl, type PendingWork } from '#contracts/pending-work/pending-work.ts'
import { can } from '#contracts/permissions.ts'
import { getProductPath } from '#contracts/product-pages.ts'
import { dataOf } from '../../../shared/call-query.ts'
import { formatCount, formatMinute } from '../../../shared/formats.ts'
import { Stars } from '../../../shared/stars.tsx'
import { ACTS } from '../../acts.ts'
import { usePendingWork } from '../../calls/pending-work.ts'
import { queryOf } from '../../calls/query-of.ts'
import { FigureCard } from '../../components/figure-card.tsx'
import { LoadError } from '../../components/load-error.tsx'
import { ScreenContent, ScreenHeader } from '../../components/screen-header.tsx'
import { useCan, useUser } from '../../session/session.ts'
import { OwnWorkList } from './own-work-list.tsx'

/** Lists the active alarms, for users who may see the system status; shows nothing if there are none. */
function ActiveAlarms() {
  const canRead = useCan('settings:read')
  const alarmsQuery = useQuery({
    ...dataOf(queryOf(alarmCalls.list)),
    enabled: canRead,
    refetchInterval: MINUTE_MS,
  })
  return (
    <div className="flex flex-col gap-3 not-empty:mb-5">
      {alarmsQuery.isError && (
        <LoadError error={alarmsQuery.error} fallback={ALARM_MESSAGES.loadFailed} onRetry={alarmsQuery.refetch} />
      )}
      {alarmsQuery.data && alarmsQuery.data.length > 0 && <AlarmList alarms={alarmsQuery.data} />}
    </div>
  )
}

const AlarmList = ({ alarms }: { alarms: ActiveAlarm[] }) => (
  <Alert
    type="error"
    showIcon
    title={`有${alarms.length}项告警`}
    description={
      <>
        <ul>
          {alarms.map(({ name, node, raisedAt }) => (
            <li key={`${name} ${node}`}>
              {ALARMS[name].label}（自{formatMinute(raisedAt)}起{node && `，节点 ${node}`}）
            </li>
          ))}
        </ul>
        <Link to={`${ADMIN_PAGES.settings}?tab=system`}>查看系统状态</Link>
      </>
    }
  />
)

/** Lists what waits for the user, each with a link to the list of exactly these items. Nothing for who may not act. */
function PendingWorkList() {
  const headingId = useId()
  const { data: work, isError, error, refetch } = usePendingWork()
  if (isError && !work) return <LoadError error={error} fallback={ADMIN_MESSAGES.loadFailed} onRetry={refetch} />
  if (!work || work.length === 0) return null
  const waiting = work.filter(({ count }) => count > 0)
  return (
    <section className="panel mb-5 px-5 py-4" aria-labelledby={headingId}>
      <h2 id={headingId} className="pb-2 text-lg">
        今天要处理
      </h2>
      {waiting.length === 0 && <p className="text-muted">都处理完了。</p>}
      <ul className="grid gap-x-8 sm:grid-cols-2 xl:grid-cols-3">
        {waiting.map((entry) => (
          <Entry key={entry.kind} {...entry} />
        ))}
      </ul>
    </section>
  )
}

function Entry({ kind, count }: PendingWork) {
  const { label, isLate } = getPendingWorkEntry(kind)
  return (
    <li>
      <Link
        to={getPendingWorkUrl(kind)}
        className={`flex min-h-11 items-center gap-2 no-underline hover:underline ${isLate ? 'text-danger' : 'text-ink'}`}
      >
        {isLate && <AlarmClock className="size-4 shrink-0" aria-hidden />}
        <span className="min-w-0 flex-1">{label}</span>
        <span className="text-lg font-semibold tabular-nums">{formatCount(count)}</span>
      </Link>
    </li>
  )
}

/** Lists the products with the most views this month. */
function PopularProducts({ products }: { products: readonly ViewedProduct[] }) {
  return (
    <section className="panel px-5 py-4">
      <h2 className="pb-2 text-lg">热门产品</h2>
      {products.length === 0 && <p className="py-4 text-muted">本月还没有产品浏览记录。</p>}
      <ol className="divide-y divide-line">
        {products.map((product) => (
          <li key={product.id} className="flex items-center gap-4 py-2.5">
            <div className="min-w-0 flex-1">
              <a className="no-underline hover:underline" href={getProductPath(product.catalogue, product)}>
                {product.name}
              </a>
              <p className="text-sm text-muted">{product.category}</p>
            </div>
            <Stars rating={product.rating} />
            <p className="w-20 text-right text-sm text-muted tabular-nums">浏览{formatCount(product.views)}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** Lists the latest audited actions. */
function RecentActivity({ entries }: { entries: readonly AuditEntry[] }) {
  return (
    <section className="panel px-5 py-4">
      <h2 className="pb-2 text-lg">最近动态</h2>
      {entries.length === 0 && <p className="py-4 text-muted">还没有操作记录。</p>}
      <ul className="divide-y divide-line">
        {entries.map((entry) => (
          <li key={entry.id} className="flex flex-wrap items-baseline gap-x-4 py-2.5">
            <p className="min-w-0 flex-1 basis-48">
              <span className="font-semibold">{entry.user?.name ?? '系统'}</span> {AUDIT_ACTIONS[entry.action]}
              {entry.target && <span className="text-muted">：{entry.target}</span>}
            </p>
            <time dateTime={entry.at} className="text-sm text-muted tabular-nums">
              {formatMinute(entry.at)}
            </time>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Links to the most common tasks that the user has permission for. */
function QuickActions() {
  const navigate = useNavigate()
  const user = useUser()
  return ACTS.filter(({ permission, isQuick }) => isQuick && can(user, permission)).map(({ label, path }) => (
    <Button key={path} onClick={() => navigate(path)}>
      {label}
    </Button>
  ))
}

/** The dashboard: active alarms, what waits for the user, four figures compared with last month, recent activity and popular products. */
export function DashboardScreen() {
  const dashboardQuery = useQuery({
    ...dataOf(queryOf(analyticsCalls.getDashboard)),
    refetchInterval: MINUTE_MS,
  })
  return (
    <ScreenContent>
      <ScreenHeader title={ADMIN_SCREENS.dashboard.title} actions={<QuickActions />} />
      <ActiveAlarms />
      <OwnWorkList />
      <PendingWorkList />
      {dashboardQuery.isPending && <Skeleton active title={false} paragraph={{ rows: 8 }} />}
      {dashboardQuery.isError && (
        <LoadError error={dashboardQuery.error} fallback={ADMIN_MESSAGES.loadFailed} onRetry={dashboardQuery.refetch} />
      )}
      {dashboardQuery.data && <DashboardContent dashboard={dashboardQuery.data} />}
    </ScreenContent>
  )
}

const MonthlyFigure = ({ label, figure }: { label: string; figure: Figure }) => (
  <FigureCard label={label} figure={{ value: figure.value, before: figure.lastMonth }} comparison="上月" />
)

function DashboardContent({ dashboard }: { dashboard: Dashboard }) {
  const { figures, recentActivity, popularProducts } = dashboard
  return (
    <div className="flex flex-col gap-5">
      <dl className="grid grid-cols-2 gap-3 md:gap-5 xl:grid-cols-4">
        <MonthlyFigure label="产品总数" figure={figures.products} />
        <MonthlyFigure label="活跃用户" figure={figures.activeUsers} />
        <MonthlyFigure label="待审核" figure={figures.pendingSubmissions} />
        <MonthlyFigure label="本月访问量" figure={figures.pageViews} />
      </dl>
      <div className="grid gap-5 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <RecentActivity entries={recentActivity} />
        <PopularProducts products={popularProducts} />
      </div>
    </div>
  )
}
