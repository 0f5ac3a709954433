import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Link } from 'react-router'
import { getAssignmentEntry } from '#contracts/assignments/kinds.ts'
import { MINUTE_MS } from '#contracts/durations.ts'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { pendingWorkCalls } from '#contracts/pending-work/calls.ts'
import type { OwnWork } from '#contracts/pending-work/own-work.ts'
import { dataOf } from '../../../shared/call-query.ts'
import { queryOf } from '../../calls/query-of.ts'
import { LoadError } from '../../components/load-error.tsx'
import { DueTime } from '../../lists/assignments/assignment-cell.tsx'

/** Lists the work that is assigned to the user, late first, each with a link to it; nothing if there is none. */
export function OwnWorkList() {
  const headingId = useId()
  const { data, isError, error, refetch } = useQuery({
    ...dataOf(queryOf(pendingWorkCalls.listOwn)),
    refetchInterval: MINUTE_MS,
  })
  if (isError && !data) return <LoadError error={error} fallback={ADMIN_MESSAGES.loadFailed} onRetry={refetch} />
  if (!data || data.length === 0) return null
  const lateCount = data.filter(({ isLate }) => isLate).length
  return (
    <section className="panel mb-5 px-5 py-4" aria-labelledby={headingId}>
      <div className="flex flex-wrap items-baseline gap-x-3 pb-2">
        <h2 id={headingId} className="text-lg">
          我的待办
        </h2>
        <p className="text-sm text-muted tabular-nums">
          {data.length}条{lateCount > 0 && <span className="text-danger">，逾期{lateCount}条</span>}
        </p>
      </div>
      <ul className="max-h-96 divide-y divide-line overflow-y-auto">
        {data.map((work) => (
          <WorkItem key={`${work.kind}:${work.id}`} work={work} />
        ))}
      </ul>
    </section>
  )
}

const WorkItem = ({ work: { kind, name, path, dueAt, isLate } }: { work: OwnWork }) => (
  <li>
    <Link
      to={path}
      className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-0.5 py-1.5 text-ink no-underline hover:underline"
    >
      <span className="w-28 shrink-0 text-sm text-muted">{getAssignmentEntry(kind).label}</span>
      <span className="min-w-0 flex-1 wrap-anywhere">{name}</span>
      <DueTime dueAt={dueAt} isLate={isLate} />
    </Link>
  </li>
)
