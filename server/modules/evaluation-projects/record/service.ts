/** Writes and reads the records of projects. */
import type { Authorship } from '#contracts/content/revision.ts'
import {
  ACTOR_ROLES,
  type ActorRole,
  describeAct,
  listActsOfKind,
  PROJECT_ACTS,
  type ProjectAct,
} from '#contracts/evaluation-projects/acts.ts'
import type { ActEntry, RecordQuery } from '#contracts/evaluation-projects/record.ts'
import { PROJECT_RECORD } from '#contracts/limits.ts'
import { formatMinuteInShanghai } from '#contracts/rules/shanghai-time.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Queryable, Transaction } from '#server/platform/database/database.ts'
import { type ListPage, readPage } from '#server/platform/database/list-page.ts'
import { createOrderedIds } from '#server/platform/ordered-id.ts'
import type { TableColumn } from '#server/platform/tables/table.ts'
import { type ActRow, countActs, findNewestChange, insertAct, listActs, listActsOf, listNewestActs } from './store.ts'

/** Who acted. `id` is an account's or a judge's seat's; `null` for the platform and for the owner of the example. */
export type RecordedActor = { id: string | null; name: string; role: ActorRole; ip: string | null }

/** The platform, which acts by itself. */
export const PLATFORM: RecordedActor = { id: null, name: '', role: 'platform', ip: null }

/** Returns a judge who acts, with or without an account. */
export const toJudgeActor = ({ id, name }: { id: string; name: string }): RecordedActor => ({
  id,
  name,
  role: 'judge',
  ip: null,
})

/**
 * What was done. `summary` is written to the audit log, too, and must not contain any of the project's content: figures,
 * names of statuses and kinds. `detail` is for the project's own record and may: names, or old → new. `subject` is the
 * judge or member whom the act is about. None of them may ever contain a score, or a person's address.
 */
export type RecordedAct = {
  act: ProjectAct
  summary?: string | undefined
  detail?: string | undefined
  subject?: { id: string; name: string } | undefined
}

export type ProjectRecord = ReturnType<typeof createProjectRecord>

/** Creates the functions for records. They don't authorize. */
export function createProjectRecord({ clock, audit }: { clock: Clock; audit: AuditService }) {
  const createId = createOrderedIds(clock)

  return {
    /**
     * Writes what somebody does with a project to its own record, inside the transaction that does it. What people do
     * goes to the audit log, too, unless `PROJECT_ACTS` says otherwise; what judges do, without their names.
     */
    async write(
      transaction: Transaction,
      projectId: string,
      { actor, act, summary = '', detail = '', subject }: RecordedAct & { actor: RecordedActor },
    ): Promise<void> {
      await insertAct(transaction.db, {
        id: createId(),
        projectId,
        at: timestamp(clock),
        actorId: actor.id,
        actorName: actor.name,
        role: actor.role,
        act,
        subjectId: subject?.id ?? null,
        subjectName: subject?.name ?? '',
        detail: truncate([summary, detail].filter((part) => part !== '').join('；')),
      })
      const { audit: action, label } = PROJECT_ACTS[act]
      if (action === null || actor.role === 'platform') return
      const member =
        actor.id === null || actor.role === 'judge' ? null : { id: actor.id, name: actor.name, ip: actor.ip }
      const text = summary === '' ? label : `${label}：${summary}`
      await audit.record(transaction, { actor: member, action, target: projectId, detail: text })
    },

    /** Lists a page of a project's record, newest first. */
    listPage(db: Queryable, projectId: string, { kind, page }: RecordQuery): Promise<ListPage<ActEntry>> {
      const filter = { projectId, acts: listActsOfKind(kind) }
      return readPage({
        page,
        limit: PROJECT_RECORD.perPage,
        count: () => countActs(db, filter),
        list: (range) => listNewestActs(db, filter, range),
        toItem: toEntry,
      })
    },

    /** Returns who made the newest change of a project, which is saved right after it is recorded; `null` if unknown. */
    async findAuthorship(
      db: Queryable,
      { id, updatedAt }: { id: string; updatedAt: string },
    ): Promise<Authorship | null> {
      const row = await findNewestChange(db, { projectId: id, until: updatedAt })
      if (!row) return null
      const createdBy = row.role === 'platform' ? null : { id: row.actorId ?? '', name: row.actorName }
      return { createdAt: row.at, createdBy }
    },

    /** Lists the renewals of links of judges who had begun to score, oldest first. */
    listLinkRenewals: async (db: Queryable, projectId: string): Promise<Omit<ActEntry, 'id'>[]> =>
      (await listActsOf(db, { projectId, acts: ['judgeLinkRenewedWhileScoring'] })).map((row) => {
        const { id: _id, ...entry } = toEntry(row)
        return entry
      }),

    /** Lists the whole record of a project, oldest first. */
    listAll: async (db: Queryable, projectId: string): Promise<ActEntry[]> =>
      (await listActs(db, projectId)).map(toEntry),
  }
}

const truncate = (text: string) =>
  (text.length > PROJECT_RECORD.detail ? `${text.slice(0, PROJECT_RECORD.detail - 1)}…` : text).toWellFormed()

const toEntry = ({ id, at, actorName, role, act, subjectName, detail }: ActRow): ActEntry => ({
  id,
  at,
  actor: actorName,
  role,
  act,
  subject: subjectName,
  detail,
})

/** The columns of a record as a table: `cell` is for people, `value` for programs. */
export const RECORD_COLUMNS: readonly TableColumn<Omit<ActEntry, 'id'>>[] = [
  {
    key: 'at',
    title: '时间',
    cell: ({ at }) => formatMinuteInShanghai(new Date(at)),
    value: ({ at }) => at,
    width: 18,
  },
  { key: 'actor', title: '操作人', cell: ({ actor }) => actor, width: 16 },
  { key: 'role', title: '身份', cell: ({ role }) => ACTOR_ROLES[role], value: ({ role }) => role, width: 10 },
  { key: 'act', title: '操作', cell: ({ act }) => PROJECT_ACTS[act].label, value: ({ act }) => act, width: 20 },
  { key: 'detail', title: '说明', cell: describeAct, width: 60 },
]
