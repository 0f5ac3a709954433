import { type ExpressionBuilder, type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { PublicationStatus } from '#contracts/published-evaluations/statuses.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { countRows } from '#server/platform/database/count-rows.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import type { RowRange } from '#server/platform/database/row-range.ts'
import type { PublishedEvaluationsTable, PublishedReportsTable } from '#server/platform/database/tables/evaluations.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { contains } from '#server/platform/database/text-indexes.ts'

/** The change feed's topic for published evaluations and vendors' statements. */
export const PUBLISHED_EVALUATIONS_TOPIC = 'published-evaluations'

export type EvaluationRow = Selectable<PublishedEvaluationsTable>
export type PublishedReportRow = Selectable<PublishedReportsTable>
export type ReportReferenceRow = Omit<PublishedReportRow, 'dataJson'>
/** The columns that a list of verdicts needs. */
export type VerdictRow = Pick<
  EvaluationRow,
  'id' | 'productId' | 'recommendation' | 'score' | 'total' | 'validUntil' | 'endsAt' | 'isExample'
>

/** Selects evaluations; `now` distinguishes valid from expired ones. */
export type PublicationFilter = {
  patterns: readonly string[]
  catalogue: Catalogue | undefined
  status: PublicationStatus | undefined
  now: string
}

/** Selects the evaluations that are neither replaced nor withdrawn: at most one per product. */
const selectCurrentEvaluations = (db: Queryable) =>
  db.selectFrom('publishedEvaluations').where('replacedAt', 'is', null).where('withdrawnAt', 'is', null)

export const listCurrentIds = (db: Queryable): Promise<{ id: string }[]> =>
  selectCurrentEvaluations(db).select('id').execute()

/** Lists the columns of evaluations from which verdicts are derived. */
export const listVerdicts = (db: Queryable, ids: readonly string[]): Promise<VerdictRow[]> =>
  db
    .selectFrom('publishedEvaluations')
    .select(['id', 'productId', 'recommendation', 'score', 'total', 'validUntil', 'endsAt', 'isExample'])
    .where('id', 'in', ids)
    .execute()

export const findCurrentEvaluation = (db: Queryable, productId: string): Promise<EvaluationRow | undefined> =>
  selectCurrentEvaluations(db).selectAll().where('productId', '=', productId).executeTakeFirst()

/** Returns the newest evaluation of a product, whatever became of it. */
export const findLatestEvaluation = (db: Queryable, productId: string): Promise<EvaluationRow | undefined> =>
  db
    .selectFrom('publishedEvaluations')
    .selectAll()
    .where('productId', '=', productId)
    .orderBy('publishedAt', 'desc')
    .limit(1)
    .executeTakeFirst()

export const listCurrentEvaluations = (db: Queryable, productIds: readonly string[]): Promise<EvaluationRow[]> =>
  productIds.length === 0
    ? Promise.resolve([])
    : selectCurrentEvaluations(db).selectAll().where('productId', 'in', productIds).execute()

export const findEvaluation = (db: Queryable, id: string): Promise<EvaluationRow | undefined> =>
  db.selectFrom('publishedEvaluations').selectAll().where('id', '=', id).executeTakeFirst()

export const insertEvaluation = (db: Queryable, row: Insertable<PublishedEvaluationsTable>) =>
  db.insertInto('publishedEvaluations').values(row).execute()

export const updateEvaluation = (db: Queryable, id: string, values: Updateable<PublishedEvaluationsTable>) =>
  db.updateTable('publishedEvaluations').set(values).where('id', '=', id).execute()

/** Stores a report unless it already exists. */
export const insertReport = (db: Queryable, row: Insertable<PublishedReportsTable>) =>
  db
    .insertInto('publishedReports')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()

/** Returns a report's identifying fields without its data, which is large. */
export const findReportReference = (db: Queryable, id: string): Promise<ReportReferenceRow | undefined> =>
  db.selectFrom('publishedReports').select(['id', 'hash', 'signature', 'keyId']).where('id', '=', id).executeTakeFirst()

/** Returns a report with at least one current result. */
export const findCurrentReport = (db: Queryable, id: string): Promise<PublishedReportRow | undefined> =>
  db
    .selectFrom('publishedReports')
    .selectAll()
    .where('id', '=', id)
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('publishedEvaluations')
        .select('reportId')
        .where('replacedAt', 'is', null)
        .where('withdrawnAt', 'is', null),
    )
    .executeTakeFirst()

/**
 * What was published of a report: whether any result was that isn't withdrawn, and when the last one was withdrawn;
 * `null` if one is current.
 */
export type Publishing = { isPublished: boolean; withdrawnAt: string | null }

/** Returns what was published of a report. */
export async function findPublishing(db: Queryable, reportId: string): Promise<Publishing> {
  const rows = await db
    .selectFrom('publishedEvaluations')
    .select(['replacedAt', 'withdrawnAt'])
    .where('reportId', '=', reportId)
    .execute()
  const isCurrent = rows.some((row) => row.replacedAt === null && row.withdrawnAt === null)
  const withdrawals = rows.flatMap(({ withdrawnAt }) => withdrawnAt ?? []).sort()
  return {
    isPublished: rows.some(({ withdrawnAt }) => withdrawnAt === null),
    withdrawnAt: isCurrent ? null : (withdrawals.at(-1) ?? null),
  }
}

type Builder = ExpressionBuilder<Tables, 'publishedEvaluations'>

/** The conditions for each status. */
const STATUS_CONDITIONS = {
  withdrawn: (eb: Builder) => eb('withdrawnAt', 'is not', null),
  replaced: (eb: Builder) => eb('replacedAt', 'is not', null),
  valid: (eb: Builder, now: string) =>
    eb.and([eb('withdrawnAt', 'is', null), eb('replacedAt', 'is', null), eb('endsAt', '>', now)]),
  expired: (eb: Builder, now: string) =>
    eb.and([eb('withdrawnAt', 'is', null), eb('replacedAt', 'is', null), eb('endsAt', '<=', now)]),
} as const satisfies Record<PublicationStatus, unknown>

function filterEvaluations(db: Queryable, { patterns, catalogue, status, now }: PublicationFilter) {
  let query = db.selectFrom('publishedEvaluations')
  if (catalogue) query = query.where('catalogue', '=', catalogue)
  if (status) query = query.where((eb) => STATUS_CONDITIONS[status](eb, now))
  if (patterns.length > 0)
    query = query.where(
      sql<boolean>`(${sql.join(
        patterns.map((part) => contains(sql.ref('search_text'), part)),
        sql` or `,
      )})`,
    )
  return query
}

/** Lists evaluations newest first. */
export const listEvaluations = (db: Queryable, filter: PublicationFilter, page: RowRange): Promise<EvaluationRow[]> =>
  filterEvaluations(db, filter)
    .selectAll()
    .orderBy('publishedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()

export const countEvaluations = (db: Queryable, filter: PublicationFilter): Promise<number> =>
  countRows(filterEvaluations(db, filter))
