import type { SubmissionRecord } from '#contracts/submission-review/submission-review.ts'
import type { FactService } from '#server/modules/facts/service.ts'
import type { SubmissionRow, SubmissionService } from '#server/modules/submissions/service.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { toSubmissionRecord } from './view.ts'

type Dependencies = { submissions: Pick<SubmissionService, 'attachments'>; facts: FactService }

export type SubmissionRecords = ReturnType<typeof createSubmissionRecords>

/** Creates the conversion of rows to the records of the back office. */
export function createSubmissionRecords({ submissions: { attachments }, facts }: Dependencies) {
  /** Converts rows to records with their files and facts. */
  async function toRecords(db: Queryable, rows: readonly SubmissionRow[]): Promise<SubmissionRecord[]> {
    const ids = rows.map(({ id }) => id)
    const files = Map.groupBy(await attachments.list(db, ids), ({ submissionId }) => submissionId)
    const attributes = await facts.attributes.listAll(db)
    return rows.map((row) =>
      toSubmissionRecord(row, {
        files: files.get(row.id) ?? [],
        facts: facts.submitted.toRecords(row.factsJson, 'agent', attributes),
      }),
    )
  }

  return {
    toRecords,

    async toRecord(db: Queryable, row: SubmissionRow): Promise<SubmissionRecord> {
      const [record] = await toRecords(db, [row])
      if (!record) throw new Error('the row has no record')
      return record
    },
  }
}
