import { type Insertable, type RawBuilder, sql } from 'kysely'
import type { AbuseReport } from '#contracts/abuse-reports/abuse-report.ts'
import type { ReportedKind } from '#contracts/abuse-reports/reasons.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { hasRow } from '#server/platform/database/has-row.ts'
import type { Tables } from '#server/platform/database/tables.ts'

/** Identifies a text that can be reported. */
export type ReportedText = { kind: ReportedKind; id: string }

const COLUMNS = { review: 'reviewId', post: 'postId' } as const satisfies Record<
  ReportedKind,
  keyof Tables['abuseReports']
>

/** Inserts a member's report. Returns whether it is their first of the text. */
export const insertReport = (
  db: Queryable,
  row: Insertable<Tables['abuseReports']>,
  kind: ReportedKind,
): Promise<boolean> =>
  hasRow(
    db
      .insertInto('abuseReports')
      .values(row)
      .onConflict((conflict) => conflict.columns([COLUMNS[kind], 'userId']).doNothing())
      .returning('id'),
  )

/** Lists the open reports of texts, newest first, each with the id of its text. */
export async function listOpenReports(
  db: Queryable,
  kind: ReportedKind,
  ids: readonly string[],
): Promise<(AbuseReport & { textId: string | null })[]> {
  if (ids.length === 0) return []
  return db
    .selectFrom('abuseReports')
    .select([`${COLUMNS[kind]} as textId`, 'id', 'reason', 'words', 'reportedAt'])
    .where(COLUMNS[kind], 'in', ids)
    .where('dismissedAt', 'is', null)
    .orderBy('reportedAt', 'desc')
    .orderBy('id')
    .execute()
}

/** The condition that a text has open reports, which are few; its id is in a column, such as `memberReviews.id`. */
export function isReported(kind: ReportedKind, column: string): RawBuilder<boolean> {
  const textId = sql.ref(`abuseReports.${COLUMNS[kind]}`)
  return sql<boolean>`${sql.ref(column)} in (select ${textId} from ${sql.table('abuseReports')}
    where ${sql.ref('abuseReports.dismissedAt')} is null and ${textId} is not null)`
}

/** Dismisses the open reports of a text up to a time. Returns their number. */
export async function dismissReports(
  db: Queryable,
  { kind, id }: ReportedText,
  { until, at }: { until: string; at: string },
): Promise<number> {
  const rows = await db
    .updateTable('abuseReports')
    .set({ dismissedAt: at })
    .where(COLUMNS[kind], '=', id)
    .where('dismissedAt', 'is', null)
    .where('reportedAt', '<=', until)
    .returning('id')
    .execute()
  return rows.length
}

/** Deletes the reports of a text that readers no longer see as it was. */
export const deleteReports = (db: Queryable, { kind, id }: ReportedText) =>
  db.deleteFrom('abuseReports').where(COLUMNS[kind], '=', id).execute()

/** Lists a member's own reports, newest first. */
export const listReportsByUser = (db: Queryable, userId: string) =>
  db
    .selectFrom('abuseReports')
    .select(['reviewId', 'postId', 'reason', 'words', 'reportedAt'])
    .where('userId', '=', userId)
    .orderBy('reportedAt', 'desc')
    .execute()
