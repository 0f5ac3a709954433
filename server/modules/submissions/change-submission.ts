import type { Transaction } from '#server/platform/database/database.ts'
import type { SaveStamp } from '#server/platform/save-stamp.ts'
import { SUBMISSIONS_TOPIC, type SubmissionFields, type SubmissionRow, updateSubmission } from './store.ts'

/** Changes columns of a submission inside the caller's transaction, and increments its version. Returns its new row. */
export function changeSubmission(
  transaction: Transaction,
  row: SubmissionRow,
  fields: SubmissionFields,
  stamp: SaveStamp,
): Promise<SubmissionRow> {
  transaction.publish(SUBMISSIONS_TOPIC)
  return updateSubmission(transaction.db, row.id, { ...fields, ...stamp, version: row.version + 1 })
}
