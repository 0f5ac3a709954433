import { useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { agentHostCalls } from '#contracts/agents/calls.ts'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { dataOf } from '../../../shared/call-query.ts'
import { formatCount } from '../../../shared/formats.ts'
import { queryOf } from '../../calls/query-of.ts'
import { LoadError } from '../../components/load-error.tsx'

/** Which servers members have connected as candidates or judges: counts alone, for whoever answers for the questions. */
export function AgentHostsPanel() {
  const hostsQuery = useQuery(dataOf(queryOf(agentHostCalls.list)))
  return (
    <section className="panel px-5 py-5" aria-label="连接的智能体服务器">
      <h2 className="text-lg">连接的智能体服务器</h2>
      <p className="pt-1 pb-4 text-sm text-muted">
        会员的评估项目会向这些服务器提问。只显示数目：看不到是谁的项目，也看不到问题与回答。
      </p>
      {hostsQuery.isPending && <Skeleton active title={false} paragraph={{ rows: 3 }} />}
      {hostsQuery.isLoadingError && (
        <LoadError error={hostsQuery.error} fallback={ADMIN_MESSAGES.loadFailed} onRetry={hostsQuery.refetch} />
      )}
      {hostsQuery.data?.length === 0 && <p className="text-muted">还没有连接任何服务器。</p>}
      {hostsQuery.data && hostsQuery.data.length > 0 && (
        <ul className="border-t border-line">
          {hostsQuery.data.map(({ origin, callsToday, connections, projects }) => (
            <li key={origin} className="flex flex-wrap justify-between gap-x-6 border-b border-line py-2.5">
              <span className="min-w-0 break-all">{origin}</span>
              <span className="text-muted tabular-nums">
                今天提问{formatCount(callsToday)}次，{connections}个连接，{projects}个项目
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
