import { AUDIT_ACTIONS } from '#contracts/audit/actions.ts'
import type { AuditEntry } from '#contracts/audit/audit.ts'
import { formatMinute } from '../../../shared/formats.ts'

/** Lists the latest audited actions. */
export function RecentActivity({ entries }: { entries: readonly AuditEntry[] }) {
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
