import type { Assignment } from '#contracts/assignments/assignment.ts'
import { type AssignmentKind, getAssignmentEntry } from '#contracts/assignments/kinds.ts'
import { DELETED_USER_NAME } from '#contracts/identity/user-reference.ts'
import { can } from '#contracts/permissions.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { listUsers } from './store.ts'

/** A piece of work as its module stores it. */
export type AssignedWork = {
  id: string
  assigneeId: string | null
  /** The deadline that was set. */
  assignmentDueAt: string | null
  /** The deadline that was promised to someone outside; `null` if there is none. */
  promisedAt: string | null
  /** Whether something is left to do. */
  isOpen: boolean
}

/**
 * Returns a function for the assignments of pieces of work. Who may no longer do the work is its former assignee: this
 * follows the account's present role and status, so that nothing has to be reassigned when these change.
 */
export async function readAssignments(
  { db, clock }: { db: Queryable; clock: Clock },
  kind: AssignmentKind,
  work: readonly AssignedWork[],
): Promise<(id: string) => Assignment> {
  const { permission } = getAssignmentEntry(kind)
  const ids = [...new Set(work.flatMap(({ assigneeId }) => assigneeId ?? []))]
  const users = new Map((await listUsers(db, ids)).map((user) => [user.id, user]))
  const now = clock.now().toISOString()
  const assignments = new Map<string, Assignment>()
  for (const { id, assigneeId, assignmentDueAt, promisedAt, isOpen } of work) {
    const user = assigneeId === null ? undefined : users.get(assigneeId)
    const reference = assigneeId === null ? null : { id: assigneeId, name: user?.name ?? DELETED_USER_NAME }
    const isAble = user !== undefined && user.status === 'active' && can(user, permission)
    assignments.set(id, {
      assignee: isAble ? reference : null,
      formerAssignee: isAble ? null : reference,
      dueAt: isOpen ? (assignmentDueAt ?? promisedAt) : null,
      isLate: isOpen && [assignmentDueAt, promisedAt].some((dueAt) => dueAt !== null && dueAt <= now),
    })
  }
  return (id) => assignments.get(id) ?? NOBODY
}

const NOBODY: Assignment = { assignee: null, formerAssignee: null, dueAt: null, isLate: false }
