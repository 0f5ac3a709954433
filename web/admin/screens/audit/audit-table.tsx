import { AUDIT_ACTIONS } from '#contracts/audit/actions.ts'
import type { AuditEntry } from '#contracts/audit/audit.ts'
import { formatMinute } from '../../../shared/formats.ts'
import { LongText } from '../../lists/long-text.tsx'
import { type Column, RecordTable } from '../../lists/record-table.tsx'

const COLUMNS: readonly Column<AuditEntry>[] = [
  { title: '时间', renderCell: ({ at }) => formatMinute(at), className: 'whitespace-nowrap tabular-nums' },
  { title: '操作人', renderCell: ({ user }) => <p className="w-max max-w-48">{user?.name ?? '系统'}</p> },
  { title: '操作', renderCell: ({ action }) => AUDIT_ACTIONS[action], className: 'whitespace-nowrap' },
  {
    title: '对象与说明',
    renderCell: ({ target, detail }) => (
      <>
        <LongText text={target} />
        {detail && <LongText text={detail} className="text-sm text-muted" />}
      </>
    ),
    className: 'w-full min-w-40',
  },
  { title: '来源地址', renderCell: ({ ip }) => ip ?? '', className: 'min-w-28 text-muted tabular-nums' },
]

export const AuditTable = ({ entries }: { entries: readonly AuditEntry[] }) => (
  <RecordTable label="操作记录" items={entries} getKey={({ id }) => id} columns={COLUMNS} renderCard={AuditCard} />
)

const AuditCard = (entry: AuditEntry) => (
  <>
    <p>
      <span className="font-semibold">{entry.user?.name ?? '系统'}</span> {AUDIT_ACTIONS[entry.action]}
    </p>
    {entry.target && <LongText text={entry.target} />}
    {entry.detail && <LongText text={entry.detail} className="text-sm text-muted" />}
    <p className="text-sm text-muted tabular-nums">
      {formatMinute(entry.at)}
      {entry.ip && `，${entry.ip}`}
    </p>
  </>
)
