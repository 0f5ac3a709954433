import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import { SUBMISSIONS_TOPIC, type SubmissionFields, type SubmissionRow, updateSubmission } from './store.ts'

/** Changes columns of a submission inside the caller's transaction, and increments its version. Returns its new row. */
export function changeSubmission(
  transaction: Transaction,
  clock: Clock,
  row: SubmissionRow,
  fields: SubmissionFields,
): Promise<SubmissionRow> {
  transaction.publish(SUBMISSIONS_TOPIC)
  return updateSubmission(transaction.db, row.id, { ...fields, updatedAt: timestamp(clock), version: row.version + 1 })
}
