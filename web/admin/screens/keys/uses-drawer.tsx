import { useQuery } from '@tanstack/react-query'
import { Drawer, Skeleton } from 'antd'
import { keyCalls } from '#contracts/keys/calls.ts'
import type { Key, KeyUse } from '#contracts/keys/key.ts'
import { KEYS } from '#contracts/limits.ts'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { dataOf } from '../../../shared/call-query.ts'
import { formatDay } from '../../../shared/formats.ts'
import { queryOf } from '../../calls/query-of.ts'
import { EmptyPanel } from '../../components/empty-panel.tsx'
import { LoadError } from '../../components/load-error.tsx'
import { restoreFocus } from '../../components/restore-focus.ts'

/** How often a key made which call on which day. */
export function UsesDrawer({ record, onClose }: { record: Key; onClose: () => void }) {
  const usesQuery = useQuery(dataOf(queryOf(keyCalls.listUses, { params: { id: record.id } })))
  const days = [...Map.groupBy(usesQuery.data ?? [], ({ day }) => day)]
  return (
    <Drawer
      open
      size={560}
      title={`“${record.name}”的调用次数`}
      onClose={onClose}
      afterOpenChange={(isOpen) => !isOpen && restoreFocus()}
    >
      {usesQuery.isPending && <Skeleton active title={false} paragraph={{ rows: 6 }} />}
      {usesQuery.isLoadingError && (
        <LoadError error={usesQuery.error} fallback={ADMIN_MESSAGES.loadFailed} onRetry={usesQuery.refetch} />
      )}
      {usesQuery.data?.length === 0 && <EmptyPanel>最近{KEYS.keptDays}天没有用过。</EmptyPanel>}
      {days.map(([day, uses]) => (
        <Day key={day} day={day} uses={uses} />
      ))}
      <p className="pt-4 text-sm text-muted">
        最近一分钟的稍后计入，保留{KEYS.keptDays}天。所做的修改另见操作记录，其中写有密钥的名称。
      </p>
    </Drawer>
  )
}

const Day = ({ day, uses }: { day: string; uses: readonly KeyUse[] }) => (
  <section className="pb-4">
    <h3 className="pb-1 text-base tabular-nums">{formatDay(day)}</h3>
    <ul className="divide-y divide-line border-y border-line">
      {uses.map(({ call, count }) => (
        <li key={call} className="flex items-baseline justify-between gap-4 py-2">
          <code className="min-w-0 text-sm wrap-anywhere">{call}</code>
          <span className="shrink-0 tabular-nums">{count}次</span>
        </li>
      ))}
    </ul>
  </section>
)
