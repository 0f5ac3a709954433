import { sql } from 'kysely'
import type { SubmissionStatus } from '#contracts/submissions/statuses.ts'
import type { SortOrder, SubmissionCategory } from '#contracts/vocabulary.ts'
import { type AssigneeCondition, isAssignedTo } from '#server/modules/assignments/service.ts'
import type { SubmissionRow } from '#server/modules/submissions/service.ts'
import type { ChangeRange } from '#server/platform/change-cursor.ts'
import { countRows } from '#server/platform/database/count-rows.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import type { RowRange } from '#server/platform/database/row-range.ts'
import { isAmong, listContaining, TEXT_INDEXES } from '#server/platform/database/text-indexes.ts'

/** `undefined` matches all submissions. */
export type SubmissionFilterValues = {
  /** The submissions that match a search, by their ordinals. */
  matches: readonly number[] | undefined
  category: SubmissionCategory | undefined
  status: SubmissionStatus | undefined
  assignee: AssigneeCondition | undefined
  /** Selects only late submissions: pending, though the promised deadline counts from before `createdBefore` or another one is `dueUntil`. */
  late: { createdBefore: string; dueUntil: string } | undefined
  /** Selects only submissions with unread messages of the vendor. */
  hasUnread: boolean
}

/** Lists the submissions that match any of the patterns in the texts that this reader may search. */
export const listMatches = async (
  db: Queryable,
  { patterns, canReadContacts }: { patterns: readonly string[]; canReadContacts: boolean },
): Promise<number[]> => {
  const index = canReadContacts ? TEXT_INDEXES.submissions : TEXT_INDEXES.submissionsWithoutContacts
  return listContaining(db, index, patterns)
}

/** After a correction, a deadline counts from a later time than the creation. */
const isDueBefore = (time: string) => sql<boolean>`coalesce(due_from, created_at) < ${time}`

function filterSubmissions(
  db: Queryable,
  { matches, category, status, assignee, late, hasUnread }: SubmissionFilterValues,
) {
  let query = db.selectFrom('submissions').where('deletedAt', 'is', null)
  if (matches) query = query.where(isAmong(db, 'submissions.ordinal', matches))
  if (category) query = query.where('category', '=', category)
  if (assignee) query = query.where(isAssignedTo('submissions.assigneeId', assignee))
  if (late)
    query = query
      .where('status', '=', 'pending')
      .where((eb) => eb.or([isDueBefore(late.createdBefore), eb('assignmentDueAt', '<=', late.dueUntil)]))
  if (hasUnread) query = query.where('unreadMessages', '>', 0)
  return status ? query.where('status', '=', status) : query
}

/** Lists submissions by creation. The page is selected by a covering index; only its rows are then read. */
export async function listSubmissions(
  db: Queryable,
  filter: SubmissionFilterValues,
  page: RowRange & { order: SortOrder },
): Promise<SubmissionRow[]> {
  const rows = await filterSubmissions(db, filter)
    .select('ordinal')
    .orderBy('ordinal', page.order)
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  return listByOrdinals(
    db,
    rows.map(({ ordinal }) => ordinal),
    page.order,
  )
}

/** Lists up to `limit` submissions before a given one, newest first. */
export async function listSubmissionsBefore(
  db: Queryable,
  filter: SubmissionFilterValues,
  { cursor, limit }: { cursor: number | undefined; limit: number },
): Promise<SubmissionRow[]> {
  let query = filterSubmissions(db, filter)
  if (cursor !== undefined) query = query.where('ordinal', '<', cursor)
  const rows = await query.select('ordinal').orderBy('ordinal', 'desc').limit(limit).execute()
  return listByOrdinals(
    db,
    rows.map(({ ordinal }) => ordinal),
    'desc',
  )
}

const listByOrdinals = async (
  db: Queryable,
  ordinals: readonly number[],
  order: SortOrder,
): Promise<SubmissionRow[]> =>
  ordinals.length === 0
    ? []
    : db.selectFrom('submissions').selectAll().where('ordinal', 'in', ordinals).orderBy('ordinal', order).execute()

/** Lists submissions by their last change, oldest change first, with those in the recycle bin. */
export const listChangedSubmissions = (db: Queryable, { after, until, limit }: ChangeRange): Promise<SubmissionRow[]> =>
  db
    .selectFrom('submissions')
    .selectAll()
    .where(sql<boolean>`(updated_at, id) > (${after.updatedAt}, ${after.id})`)
    .where('updatedAt', '<=', until)
    .orderBy('updatedAt')
    .orderBy('id')
    .limit(limit)
    .execute()

/** Returns the number of submissions by status, ignoring the filter's own status, lateness and unread messages. */
export const countByStatus = (db: Queryable, filter: SubmissionFilterValues) =>
  filterSubmissions(db, { ...filter, status: undefined, late: undefined, hasUnread: false })
    .select(['status', sql<number>`count(*)`.as('count')])
    .groupBy('status')
    .execute()

/** Returns the number of submissions that match a filter. */
export const countSubmissions = (db: Queryable, filter: SubmissionFilterValues): Promise<number> =>
  countRows(filterSubmissions(db, filter))

/** Lists the pending submissions of an assignee, oldest first, up to a limit. */
export const listAssignedSubmissions = (db: Queryable, assigneeId: string, limit: number): Promise<SubmissionRow[]> =>
  db
    .selectFrom('submissions')
    .selectAll()
    .where('assigneeId', '=', assigneeId)
    .where('status', '=', 'pending')
    .where('deletedAt', 'is', null)
    .orderBy('ordinal')
    .limit(limit)
    .execute()
