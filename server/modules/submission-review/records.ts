import type { SubmissionRecord } from '#contracts/submission-review/submission-review.ts'
import { readAssignments } from '#server/modules/assignments/service.ts'
import type { FactService } from '#server/modules/facts/service.ts'
import { listAskedKeys, type SubmissionRow, type SubmissionService } from '#server/modules/submissions/service.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { toWork } from './assignments.ts'
import { toSubmissionRecord } from './view.ts'

type Dependencies = { submissions: Pick<SubmissionService, 'attachments'>; facts: FactService; clock: Clock }

export type SubmissionRecords = ReturnType<typeof createSubmissionRecords>

/** Creates the conversion of rows to the records of the back office. */
export function createSubmissionRecords({ submissions: { attachments }, facts, clock }: Dependencies) {
  /** Converts rows to records with their files, facts and assignments. */
  async function toRecords(db: Queryable, rows: readonly SubmissionRow[]): Promise<SubmissionRecord[]> {
    const ids = rows.map(({ id }) => id)
    const files = Map.groupBy(await attachments.list(db, ids), ({ submissionId }) => submissionId)
    const attributes = await facts.attributes.listAll(db)
    const askedKeys = await listAskedKeys(facts, db)
    const getAssignment = await readAssignments({ db, clock }, 'submission', rows.map(toWork))
    return rows.map((row) =>
      toSubmissionRecord(row, {
        files: files.get(row.id) ?? [],
        facts: facts.submitted.toRecords(row.factsJson, 'agent', attributes),
        assignment: getAssignment(row.id),
        askedKeys,
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
