import type { Assignment } from '#contracts/assignments/assignment.ts'
import { DAY_MS } from '#contracts/durations.ts'
import { formatMinute } from '../../../shared/formats.ts'
import { UrgencyTag } from '../../components/urgency-tag.tsx'

/** Who has been assigned a piece of work. Of one who may no longer do it, the name says who had it. */
export function AssigneeName({ assignment: { assignee, formerAssignee } }: { assignment: Assignment }) {
  if (assignee) return <span className="wrap-anywhere">{assignee.name}</span>
  return (
    <span className="text-muted">
      未分配{formerAssignee && <span className="text-sm">（原为{formerAssignee.name}，已不能处理）</span>}
    </span>
  )
}

/** A deadline: a tag if it is late or within a day. */
export function DueTime({ dueAt, isLate }: Pick<Assignment, 'dueAt' | 'isLate'>) {
  if (dueAt === null) return null
  if (isLate) return <UrgencyTag urgency="late" text={`${formatMinute(dueAt)}截止，已逾期`} />
  const isSoon = Date.parse(dueAt) - Date.now() < DAY_MS
  if (isSoon) return <UrgencyTag urgency="soon" text={`${formatMinute(dueAt)}截止`} />
  return <span className="text-sm text-muted tabular-nums">{formatMinute(dueAt)}截止</span>
}

/** The assignee with the deadline, in a cell of a list. */
export const AssignmentCell = ({ assignment }: { assignment: Assignment }) => (
  <div className="flex min-w-24 flex-col items-start gap-0.5">
    <AssigneeName assignment={assignment} />
    <DueTime dueAt={assignment.dueAt} isLate={assignment.isLate} />
  </div>
)
