import { SUBMISSION_REVIEW_WORKING_DAYS, UNPAGINATED_SUBMISSIONS_MAX } from '#contracts/limits.ts'
import { type ChangesQuery, isChangesQuery } from '#contracts/mirror.ts'
import { type Pagination, toPagination } from '#contracts/pagination.ts'
import { type Caller, can, listRolesWithPermission } from '#contracts/permissions.ts'
import { toDay } from '#contracts/rules/shanghai-time.ts'
import { startOfOpenWorkingDays } from '#contracts/rules/working-days.ts'
import {
  type SubmissionCounts,
  type SubmissionExportQuery,
  type SubmissionFilter,
  type SubmissionPageQuery,
  type SubmissionRecord,
  SubmissionRecordSchema,
} from '#contracts/submission-review/submission-review.ts'
import { SUBMISSION_STATUSES } from '#contracts/submissions/statuses.ts'
import { ALL } from '#contracts/vocabulary.ts'
import { resolveAssignee } from '#server/modules/assignments/service.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import type { SubmissionRow } from '#server/modules/submissions/service.ts'
import { listSearchPatterns } from '#server/modules/submissions/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import { toChangePagination, toChangeRange } from '#server/platform/change-cursor.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import { toRowRange } from '#server/platform/database/row-range.ts'
import { hideContacts } from '#server/platform/hide-contacts.ts'
import { streamPages } from '#server/platform/tables/stream-pages.ts'
import type { TableStream } from '#server/platform/tables/table.ts'
import { streamTable } from '#server/platform/tables/write-table.ts'
import { listExportColumns } from './export-columns.ts'
import type { SubmissionRecords } from './records.ts'
import {
  countByStatus,
  countSubmissions,
  listChangedSubmissions,
  listMatches,
  listSubmissions,
  listSubmissionsBefore,
  type SubmissionFilterValues,
} from './store.ts'

type Dependencies = { database: Database; clock: Clock; audit: AuditService; records: SubmissionRecords }

/** The signed-in user: permissions depend on the role, assigned submissions on the id. */
type StaffCaller = Caller & { id: string }

type SubmissionPage = {
  items: SubmissionRecord[]
  pagination: Pagination
  /** The number of submissions that match search and category, by status, and of the late ones. */
  counts: SubmissionCounts
  /** The number of all submissions. */
  total: number
}

const NO_FILTER: SubmissionFilterValues = {
  matches: undefined,
  category: undefined,
  status: undefined,
  assignee: undefined,
  late: undefined,
  hasUnread: false,
}

const UNASSIGNED: SubmissionFilterValues['assignee'] = { roles: listRolesWithPermission('submissions:write') }

/** Creates the lists of submissions, and their export. */
export function createSubmissionLists({ database, clock, audit, records }: Dependencies) {
  /** Returns the times until which the promised and the set deadlines of late submissions count or end. */
  const getLateCutoff = () => ({
    createdBefore: startOfOpenWorkingDays(clock.now(), SUBMISSION_REVIEW_WORKING_DAYS),
    dueUntil: clock.now().toISOString(),
  })

  /** Converts a query to the conditions of the store. */
  async function toFilter(
    { search, category, status, assignee, late, unread }: SubmissionFilter,
    caller: StaffCaller,
  ): Promise<SubmissionFilterValues> {
    const patterns = listSearchPatterns(search)
    const canReadContacts = can(caller, 'contacts:read')
    const { read } = database
    return {
      matches: patterns.length > 0 ? await listMatches(read, { patterns, canReadContacts }) : undefined,
      category: category === '' || category === ALL ? undefined : category,
      status: status === '' || status === ALL ? undefined : status,
      assignee: resolveAssignee(assignee, 'submission', caller),
      late: late ? getLateCutoff() : undefined,
      hasUnread: unread,
    }
  }

  /** Lists the submissions that have changed, oldest change first, for programs that mirror them. */
  async function listChanges(query: ChangesQuery): Promise<SubmissionPage> {
    const { read } = database
    const range = toChangeRange(query, clock)
    const rows = await listChangedSubmissions(read, range)
    const late = await countSubmissions(read, { ...NO_FILTER, late: getLateCutoff() })
    const unread = await countSubmissions(read, { ...NO_FILTER, hasUnread: true })
    return {
      items: await records.toRecords(read, rows),
      pagination: toChangePagination(range, rows),
      counts: toCounts(await countByStatus(read, NO_FILTER), { late, unread }),
      total: await countSubmissions(read, NO_FILTER),
    }
  }

  return {
    /** Returns the number of pending submissions. */
    countPending: (): Promise<number> => countSubmissions(database.read, { ...NO_FILTER, status: 'pending' }),

    /** Returns the number of pending submissions that nobody reviews. */
    countUnassigned: (): Promise<number> =>
      countSubmissions(database.read, { ...NO_FILTER, status: 'pending', assignee: UNASSIGNED }),

    /** Returns the number of pending submissions whose deadline has passed. */
    countLate: (): Promise<number> => countSubmissions(database.read, { ...NO_FILTER, late: getLateCutoff() }),

    /** Returns the number of submissions with unread messages of the vendor. */
    countUnread: (): Promise<number> => countSubmissions(database.read, { ...NO_FILTER, hasUnread: true }),

    /** Returns how many of the pending submissions have unread messages. */
    countPendingUnread: (): Promise<number> =>
      countSubmissions(database.read, { ...NO_FILTER, status: 'pending', hasUnread: true }),

    /** Lists the newest submissions that match a filter, without pages; at most 500. */
    async listNewest(filter: SubmissionFilter, caller: StaffCaller): Promise<SubmissionRecord[]> {
      const page = { limit: UNPAGINATED_SUBMISSIONS_MAX, offset: 0, order: 'desc' } as const
      const rows = await listSubmissions(database.read, await toFilter(filter, caller), page)
      return records.toRecords(database.read, rows)
    },

    /** Returns a page of matching submissions, and the number matching search and category by status. */
    async list(query: SubmissionPageQuery, caller: StaffCaller): Promise<SubmissionPage> {
      if (isChangesQuery(query)) return listChanges(query)
      const filter = await toFilter(query, caller)
      const { page: current, pageSize: limit, order } = query
      const { read } = database
      const range = { ...toRowRange(current, limit), order }
      const isFiltered = filter.matches !== undefined || filter.category !== undefined || filter.assignee !== undefined
      // PostgreSQL runs these queries concurrently.
      const [statusCounts, lateCount, unreadCount, unfilteredCount, rows] = await Promise.all([
        countByStatus(read, filter),
        countSubmissions(read, { ...filter, status: undefined, late: getLateCutoff(), hasUnread: false }),
        countSubmissions(read, { ...filter, status: undefined, late: undefined, hasUnread: true }),
        isFiltered ? countSubmissions(read, NO_FILTER) : undefined,
        listSubmissions(read, filter, range),
      ])
      const counts = toCounts(statusCounts, { late: lateCount, unread: unreadCount })
      const count = sumCounts(counts)
      const total = unfilteredCount ?? count
      const pagination = toPagination(
        current,
        limit,
        filter.hasUnread ? await countSubmissions(read, filter) : countSelected(counts, filter),
      )
      return { items: await records.toRecords(database.read, rows), pagination, counts, total }
    },

    /** Streams all matching submissions as a file, and records an audit entry. */
    async export(
      { format, ...query }: SubmissionExportQuery,
      actor: Actor & Caller,
    ): Promise<TableStream & { name: string }> {
      const filter = await toFilter(query, actor)
      await database.write(async (transaction) => {
        const detail = `${await countSubmissions(transaction.db, filter)}条`
        await audit.record(transaction, { actor, action: 'data.export', target: '产品提交', detail })
      })
      const pages = streamPages<SubmissionRow, SubmissionRecord>(
        ({ after, limit }) => listSubmissionsBefore(database.read, filter, { cursor: after?.ordinal, limit }),
        async (rows) =>
          (await records.toRecords(database.read, rows)).map((record) =>
            hideContacts(SubmissionRecordSchema, record, actor),
          ),
      )
      const table = streamTable(format, listExportColumns(actor), pages)
      return { ...table, name: `产品提交-${toDay(clock.now())}` }
    },
  }
}

const sumCounts = (counts: SubmissionCounts): number =>
  SUBMISSION_STATUSES.reduce((sum, status) => sum + counts[status], 0)

function toCounts(
  statusCounts: Awaited<ReturnType<typeof countByStatus>>,
  { late, unread }: Pick<SubmissionCounts, 'late' | 'unread'>,
): SubmissionCounts {
  const counts: SubmissionCounts = { pending: 0, returned: 0, approved: 0, rejected: 0, late, unread }
  for (const { status, count } of statusCounts) counts[status] = Number(count)
  return counts
}

/** Returns the number of submissions with the status and the lateness of a filter. */
function countSelected(counts: SubmissionCounts, { status, late }: SubmissionFilterValues): number {
  // Only pending submissions are late.
  if (late) return status === undefined || status === 'pending' ? counts.late : 0
  return status ? counts[status] : sumCounts(counts)
}
