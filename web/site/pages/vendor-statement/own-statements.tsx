import { vendorStatementCalls } from '#contracts/published-evaluations/calls.ts'
import type { OwnStatement } from '#contracts/published-evaluations/statement.ts'
import { STATEMENT_STATUS_LABELS } from '#contracts/published-evaluations/statuses.ts'
import { dataOf } from '../../../shared/call-query.ts'
import { formatMinute } from '../../../shared/formats.ts'
import { queryOf } from '../../query-of.ts'

/** Returns the query for the vendor's own statements on an evaluation. */
export const ownStatementsQuery = (evaluationId: string) => ({
  ...dataOf(queryOf(vendorStatementCalls.listOwn, { params: { id: evaluationId } })),
  staleTime: 0,
})

/** The vendor's statements on an evaluation with their status; renders nothing if there are none. */
export function OwnStatements({ statements }: { statements: readonly OwnStatement[] }) {
  if (statements.length === 0) return null
  return (
    <section aria-label="我的声明">
      <h2 className="mb-2 text-lg">我的声明</h2>
      <ul className="divide-y divide-line border-y border-line">
        {statements.map(({ id, text, status, createdAt, reason }) => (
          <li key={id} className="py-3">
            <p className="text-sm text-muted">
              <time dateTime={createdAt}>{formatMinute(createdAt)}</time>，
              <strong>{STATEMENT_STATUS_LABELS[status]}</strong>
            </p>
            <p className="mt-1 whitespace-pre-line">{text}</p>
            {reason && <p className="mt-1 text-sm">原因：{reason}</p>}
          </li>
        ))}
      </ul>
    </section>
  )
}
