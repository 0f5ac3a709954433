import { AUDIT_ACTIONS, type AuditEntry } from '#contracts/audit.ts'
import { formatMinute } from '../../../shared/formats.ts'

/** A table from tablets on, cards on a phone. */
export function AuditTable({ entries }: { entries: readonly AuditEntry[] }) {
  return (
    <div className="panel overflow-hidden">
      <table className="w-full border-collapse text-left max-md:hidden">
        <thead className="bg-sunken text-sm text-muted">
          <tr>
            {['时间', '操作人', '操作', '对象与说明', '来源地址'].map((title) => (
              <th key={title} scope="col" className="px-4 py-2.5 font-normal">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {entries.map((entry) => (
            <tr key={entry.id} className="align-top">
              <td className="px-4 py-2.5 whitespace-nowrap tabular-nums">{formatMinute(entry.at)}</td>
              <td className="px-4 py-2.5">{entry.user?.name ?? '系统'}</td>
              <td className="px-4 py-2.5 whitespace-nowrap">{AUDIT_ACTIONS[entry.action]}</td>
              <td className="px-4 py-2.5">
                {entry.target}
                {entry.detail && <p className="text-sm text-muted">{entry.detail}</p>}
              </td>
              <td className="px-4 py-2.5 text-muted tabular-nums">{entry.ip ?? ''}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <ul className="divide-y divide-line md:hidden">
        {entries.map((entry) => (
          <li key={entry.id} className="px-4 py-3">
            <p>
              <span className="font-semibold">{entry.user?.name ?? '系统'}</span> {AUDIT_ACTIONS[entry.action]}
            </p>
            {entry.target && <p>{entry.target}</p>}
            {entry.detail && <p className="text-sm text-muted">{entry.detail}</p>}
            <p className="text-sm text-muted tabular-nums">
              {formatMinute(entry.at)}
              {entry.ip && `，${entry.ip}`}
            </p>
          </li>
        ))}
      </ul>
    </div>
  )
}
