import { type AssignmentKind, getAssignmentEntry } from '#contracts/assignments/kinds.ts'
import type { OutboxService } from '#server/modules/outbox/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Transaction } from '#server/platform/database/database.ts'

type Dependencies = {
  outbox: Pick<OutboxService, 'recordFor'>
  /** The base URL of links. */
  publicUrl: string
}

type AssignedWork = {
  kind: AssignmentKind
  id: string
  name: string
  path: string
  /** Who has the work now; nobody is told if it is the actor. */
  assigneeId: string | null
  dueAt: string | null
}

type AssignmentNotice = (transaction: Transaction, work: AssignedWork, actor: Actor) => Promise<void>

/** Creates the function that tells an assignee, inside the transaction that assigns the work, unless they did so themselves. */
export const createAssignmentNotice =
  ({ outbox, publicUrl }: Dependencies): AssignmentNotice =>
  async (transaction, { kind, id, name, path, assigneeId, dueAt }, actor) => {
    if (assigneeId === null || assigneeId === actor.id) return
    const subject = `${getAssignmentEntry(kind).label}“${name}”`
    const data = { id, subject, assignedBy: actor.name, dueAt, url: `${publicUrl}${path}` }
    await outbox.recordFor(transaction, [assigneeId], { name: 'assignment.assigned', data })
  }
