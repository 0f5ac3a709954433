import type { Insertable, Selectable } from 'kysely'
import type { Queryable } from '#server/platform/database/database.ts'
import type { EvaluationReportsTable, ReportKeysTable } from '#server/platform/database/tables/evaluations.ts'

export type ReportKeyRow = Selectable<ReportKeysTable>
/** `currentId` is the project's current report, finished at `finishedAt`. */
type ReportRow = Selectable<EvaluationReportsTable> & { currentId: string | null; finishedAt: string | null }

/** Lists keys, newest first. */
export const listReportKeys = (db: Queryable): Promise<ReportKeyRow[]> =>
  db.selectFrom('reportKeys').selectAll().orderBy('createdAt', 'desc').orderBy('id').execute()

export const insertReportKey = (db: Queryable, row: Insertable<ReportKeysTable>) =>
  db.insertInto('reportKeys').values(row).execute()

export const updateReportKey = (db: Queryable, id: string, privateKeyEncrypted: string) =>
  db.updateTable('reportKeys').set({ privateKeyEncrypted }).where('id', '=', id).execute()

export const insertReport = (db: Queryable, row: Insertable<EvaluationReportsTable>) =>
  db.insertInto('evaluationReports').values(row).execute()

/** Lists a project's reports, oldest first: moving a project back and forth again creates another one. */
export const listReports = (db: Queryable, projectId: string) =>
  db
    .selectFrom('evaluationReports')
    .selectAll()
    .where('projectId', '=', projectId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()

/** Returns a report whose project isn't in the recycle bin. */
export const findReport = (db: Queryable, id: string): Promise<ReportRow | undefined> =>
  db
    .selectFrom('evaluationReports')
    .innerJoin('evaluationProjects', 'evaluationProjects.id', 'evaluationReports.projectId')
    .leftJoin('evaluationReports as currentReports', 'currentReports.id', 'evaluationProjects.reportId')
    .selectAll('evaluationReports')
    .select(['evaluationProjects.reportId as currentId', 'currentReports.createdAt as finishedAt'])
    .where('evaluationReports.id', '=', id)
    .where('evaluationProjects.deletedAt', 'is', null)
    .executeTakeFirst()
