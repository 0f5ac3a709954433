import type { ReactNode } from 'react'
import type { Conflict } from '#contracts/evaluation-projects/interest.ts'
import { isStanding } from '#contracts/rules/evaluation/conflicts.ts'
import { formatMinute } from '../../../../shared/formats.ts'
import { withKeys } from '../../../../shared/with-keys.ts'

type ConflictListProps = {
  conflicts: readonly Conflict[]
  /** What can be done about a conflict. */
  renderAction?: (conflict: Conflict) => ReactNode
}

/** The conflicts that somebody declared, with how their withdrawal was asked for and decided. */
export const ConflictList = ({ conflicts, renderAction }: ConflictListProps) => (
  <ul className="space-y-2">
    {withKeys(conflicts, ({ candidate, declaredAt }) => candidate + declaredAt).map(({ key, item: conflict }) => (
      <li key={key} className="min-w-0 break-words">
        <p>
          <bdi className={isStanding(conflict) ? 'font-medium' : 'text-muted line-through'}>{conflict.name}</bdi>：
          {conflict.reason}
          <time className="ml-2 whitespace-nowrap text-muted tabular-nums" dateTime={conflict.declaredAt}>
            {formatMinute(conflict.declaredAt)}
          </time>
        </p>
        {withKeys(conflict.withdrawals, ({ requestedAt }) => requestedAt).map(({ key: at, item }) => (
          <p key={at} className="text-muted">
            <span>
              {formatMinute(item.requestedAt)}请求撤回：{item.reason}
            </span>
            <span>{item.decision === null && '（等待负责人确认，此前仍回避）'}</span>
            {item.decision && (
              <span>
                {`。${formatMinute(item.decision.decidedAt)}${item.decision.by}${item.decision.isConfirmed ? '同意' : '驳回'}：${item.decision.reason}`}
              </span>
            )}
          </p>
        ))}
        {renderAction?.(conflict)}
      </li>
    ))}
  </ul>
)
