import { AUDIT_ACTIONS } from '#contracts/audit/actions.ts'
import type { AuditEntry } from '#contracts/audit/audit.ts'
import { formatMinuteInShanghai } from '#contracts/rules/shanghai-time.ts'
import type { TableColumn } from '#server/platform/tables/table.ts'

/** The columns of an export. `cell` formats times and actions for people, `value` is for programs. */
export const AUDIT_COLUMNS: readonly TableColumn<AuditEntry>[] = [
  {
    key: 'at',
    title: '时间',
    cell: ({ at }) => formatMinuteInShanghai(new Date(at)),
    value: ({ at }) => at,
    width: 18,
  },
  { key: 'user', title: '操作人', cell: ({ user }) => user?.name ?? null, width: 16 },
  {
    key: 'action',
    title: '操作',
    cell: ({ action }) => AUDIT_ACTIONS[action],
    value: ({ action }) => action,
    width: 16,
  },
  { key: 'target', title: '对象', cell: ({ target }) => target, width: 40 },
  { key: 'detail', title: '说明', cell: ({ detail }) => detail, width: 60 },
  { key: 'ip', title: '来源地址', cell: ({ ip }) => ip, width: 18 },
]
