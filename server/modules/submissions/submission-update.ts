import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import { SUBMISSIONS_TOPIC, type SubmissionFields, type SubmissionRow, updateSubmission } from './store.ts'

export type SubmissionUpdate = ReturnType<typeof createSubmissionUpdate>

/** Creates the function that updates a submission inside the caller's transaction and increments its version. */
export const createSubmissionUpdate =
  (clock: Clock) =>
  (transaction: Transaction, row: SubmissionRow, fields: SubmissionFields): Promise<SubmissionRow> => {
    transaction.publish(SUBMISSIONS_TOPIC)
    return updateSubmission(transaction.db, row.id, {
      ...fields,
      updatedAt: timestamp(clock),
      version: row.version + 1,
    })
  }
