import type { Assignment } from '#contracts/assignments/assignment.ts'
import type { AssignmentKind } from '#contracts/assignments/kinds.ts'
import { getAssignmentEntry } from '#contracts/assignments/kinds.ts'
import type { Call } from '#contracts/call.ts'
import { useCan } from '../../session/session.ts'
import { AssignButton } from './assign-button.tsx'
import { AssigneeName, DueTime } from './assignment-cell.tsx'

type AssignmentLineProps = {
  kind: AssignmentKind
  id: string
  assignment: Assignment
  changedCalls: readonly Call[]
}

/** The assignee and the deadline of an opened piece of work, and the button that changes them. */
export function AssignmentLine({ kind, id, assignment, changedCalls }: AssignmentLineProps) {
  const canAssign = useCan(getAssignmentEntry(kind).permission)
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span>
        <span className="text-muted">负责人：</span>
        <AssigneeName assignment={assignment} />
      </span>
      <DueTime dueAt={assignment.dueAt} isLate={assignment.isLate} />
      {canAssign && (
        <AssignButton kind={kind} ids={[id]} assignment={assignment} changedCalls={changedCalls} size="small">
          {assignment.assignee ? '交接' : '分配'}
        </AssignButton>
      )}
    </div>
  )
}
