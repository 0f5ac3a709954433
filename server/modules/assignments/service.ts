import type { Assignment, AssignmentChange, BulkAssignment } from '#contracts/assignments/assignment.ts'
import { ASSIGNEES, ASSIGNMENT_KINDS, type AssignmentKind, getAssignmentEntry } from '#contracts/assignments/kinds.ts'
import { ASSIGNMENT_MESSAGES as MESSAGES } from '#contracts/assignments/messages.ts'
import type { AuditAction } from '#contracts/audit/actions.ts'
import type { BulkDecisionResult } from '#contracts/bulk-decisions.ts'
import { DELETED_USER_NAME, type UserReference } from '#contracts/identity/user-reference.ts'
import { OWN_WORK_MAX } from '#contracts/limits.ts'
import type { OwnWork } from '#contracts/pending-work/own-work.ts'
import { type Caller, can, listRolesWithPermission, type Permission } from '#contracts/permissions.ts'
import { formatMinuteInShanghai } from '#contracts/rules/shanghai-time.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import type { IdentityService } from '#server/modules/identity/service.ts'
import type { OutboxService } from '#server/modules/outbox/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import { forbidden, invalidField, notFound } from '#server/platform/app-error.ts'
import { authorize } from '#server/platform/authorize.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Queryable, Transaction } from '#server/platform/database/database.ts'
import { decideEach } from '#server/platform/decide-each.ts'
import { createSaveStamp, type SaveStamp } from '#server/platform/save-stamp.ts'
import { createAssignmentNotice } from './notice.ts'
import { type AssigneeCondition, isAssignedTo, listUsers } from './store.ts'
import { type AssignedWork, readAssignments } from './view.ts'

export { type AssigneeCondition, createAssignmentNotice, isAssignedTo, readAssignments }

/** A piece of work with its name, for the audit log and its assignee, and the path of its screen. */
export type NamedWork = AssignedWork & { name: string; path: string }

type AssignedColumns = { assigneeId: string | null; assignmentDueAt: string | null }

/** One kind of work, whose module stores the assignments with its own rows. */
export type AssignmentSubject = {
  find: (db: Queryable, id: string) => Promise<NamedWork | undefined>
  save: (transaction: Transaction, id: string, columns: AssignedColumns, stamp: SaveStamp) => Promise<void>
  /** Lists the open work of a user, up to a limit. */
  listOpen: (db: Queryable, assigneeId: string, limit: number) => Promise<NamedWork[]>
}

type Dependencies = {
  database: Database
  clock: Clock
  audit: AuditService
  identity: Pick<IdentityService, 'listUsersWithPermission'>
  outbox: Pick<OutboxService, 'recordFor'>
  publicUrl: string
  subjects: Record<AssignmentKind, AssignmentSubject>
}

/** Taken by every change of an assignment, so that the audit log has the right earlier values. */
const ASSIGNMENTS_LOCK = 'assignments'

const READ_PERMISSIONS: Record<AssignmentKind, Permission> = {
  lead: 'leads:read',
  submission: 'submissions:read',
  memberReview: 'reviews:read',
  question: 'reviews:read',
  fact: 'products:read',
}

const ACTIONS = {
  lead: 'lead.assign',
  submission: 'submission.assign',
  memberReview: 'member-review.assign',
  question: 'question.assign',
  fact: 'fact.assign',
} as const satisfies Record<AssignmentKind, AuditAction>

export type AssignmentService = ReturnType<typeof createAssignmentService>

/** Returns the condition of a list's filter by assignee; `undefined` for any. */
export function resolveAssignee(
  filter: string | undefined,
  kind: AssignmentKind,
  caller: { id: string },
): AssigneeCondition | undefined {
  if (filter === undefined || filter === '') return undefined
  if (filter === ASSIGNEES.me) return { id: caller.id }
  return filter === ASSIGNEES.none
    ? { roles: listRolesWithPermission(getAssignmentEntry(kind).permission) }
    : { id: filter }
}

/** Creates the service that assigns the staff's work: who does it, and until when. */
export function createAssignmentService({
  database,
  clock,
  audit,
  identity,
  outbox,
  publicUrl,
  subjects,
}: Dependencies) {
  const notify = createAssignmentNotice({ outbox, publicUrl })
  const listAssignees = (kind: AssignmentKind): Promise<UserReference[]> =>
    identity.listUsersWithPermission(getAssignmentEntry(kind).permission)

  /** Throws `invalid` for an assignee who may not do the work. */
  async function assertAssignee(kind: AssignmentKind, assignee: string | null | undefined): Promise<void> {
    if (!assignee || (await listAssignees(kind)).some(({ id }) => id === assignee)) return
    throw invalidField('assignee', MESSAGES.unknownAssignee)
  }

  /** Saves an assignment. Throws `notFound`. */
  const save = (
    { kind, id }: { kind: AssignmentKind; id: string },
    change: AssignmentChange,
    actor: Actor,
  ): Promise<Assignment> =>
    database.write(async (transaction) => {
      await transaction.lockName(ASSIGNMENTS_LOCK)
      const subject = subjects[kind]
      const before = await subject.find(transaction.db, id)
      if (!before) throw notFound(MESSAGES.notFound)
      const after = {
        ...before,
        assigneeId: change.assignee === undefined ? before.assigneeId : change.assignee,
        assignmentDueAt: change.dueAt === undefined ? before.assignmentDueAt : change.dueAt,
      }
      const detail = await describeChange(transaction.db, before, after)
      if (detail !== '') {
        await subject.save(transaction, id, after, createSaveStamp(clock, actor))
        await audit.record(transaction, { actor, action: ACTIONS[kind], target: before.name, detail })
      }
      const assignment = (await readAssignments({ db: transaction.db, clock }, kind, [after]))(id)
      if (before.assigneeId !== after.assigneeId)
        await notify(transaction, { kind, ...after, dueAt: assignment.dueAt }, actor)
      return assignment
    })

  return {
    /** Lists who may be assigned a kind of work. Throws `forbidden` for who may not see it. */
    async listAssignees(kind: AssignmentKind, caller: Caller): Promise<UserReference[]> {
      authorize(can(caller, READ_PERMISSIONS[kind]), forbidden())
      return listAssignees(kind)
    },

    /** Assigns a piece of work, hands it over or frees it. Throws `notFound`, `invalid`. */
    async assign(
      work: { kind: AssignmentKind; id: string },
      change: AssignmentChange,
      actor: Actor & Caller,
    ): Promise<Assignment> {
      await assertAssignee(work.kind, change.assignee)
      return save(work, change, actor)
    },

    /** Assigns several pieces of work, each as if alone. Throws `forbidden`, `invalid`. */
    async assignMany({ kind, ids, ...change }: BulkAssignment, actor: Actor & Caller): Promise<BulkDecisionResult> {
      authorize(can(actor, getAssignmentEntry(kind).permission), forbidden())
      await assertAssignee(kind, change.assignee)
      return decideEach(
        ids.map((id) => ({ id, version: 0 })),
        async ({ id }) => ({
          name: (await subjects[kind].find(database.read, id))?.name ?? '',
          individualReason: undefined,
          decide: () => save({ kind, id }, change, actor),
        }),
      )
    },

    /** Lists the open work of a user that their role may still do: late first, then by deadline. */
    async listOwn(caller: Caller & { id: string }): Promise<OwnWork[]> {
      const kinds = ASSIGNMENT_KINDS.filter((kind) => can(caller, getAssignmentEntry(kind).permission))
      const lists = await Promise.all(
        kinds.map(async (kind): Promise<OwnWork[]> => {
          const works = await subjects[kind].listOpen(database.read, caller.id, OWN_WORK_MAX)
          const getAssignment = await readAssignments({ db: database.read, clock }, kind, works)
          return works.map(({ id, name, path }) => {
            const { dueAt, isLate } = getAssignment(id)
            return { kind, id, name, path, dueAt, isLate }
          })
        }),
      )
      return lists.flat().sort(compareUrgency)
    },
  }
}

const compareUrgency = (a: OwnWork, b: OwnWork): number =>
  Number(b.isLate) - Number(a.isLate) || (a.dueAt ?? '9').localeCompare(b.dueAt ?? '9')

/** Describes a change for the audit log; '' if there is none. */
async function describeChange(db: Queryable, before: AssignedColumns, after: AssignedColumns): Promise<string> {
  const ids = [before.assigneeId, after.assigneeId].filter((id) => id !== null)
  const names = new Map((await listUsers(db, ids)).map(({ id, name }) => [id, name]))
  const describeUser = (id: string | null) => (id === null ? '无' : (names.get(id) ?? DELETED_USER_NAME))
  const parts: string[] = []
  if (before.assigneeId !== after.assigneeId)
    parts.push(`负责人：${describeUser(before.assigneeId)} → ${describeUser(after.assigneeId)}`)
  if (before.assignmentDueAt !== after.assignmentDueAt)
    parts.push(`截止：${describeTime(before.assignmentDueAt)} → ${describeTime(after.assignmentDueAt)}`)
  return parts.join('；')
}

const describeTime = (time: string | null): string => (time === null ? '无' : formatMinuteInShanghai(new Date(time)))
