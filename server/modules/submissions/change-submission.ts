import { ATTRIBUTES_TOPIC } from '#server/modules/facts/service.ts'
import { getCatalogueTopic } from '#server/modules/products/service.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import type { SaveStamp } from '#server/platform/save-stamp.ts'
import { SUBMISSIONS_TOPIC, type SubmissionFields, type SubmissionRow, updateSubmission } from './store.ts'

/** A transaction that has locked the submissions, which what changes them requires. */
export type SubmissionTransaction = Transaction & { readonly hasLockedSubmissions: true }

/**
 * Locks the submissions until the transaction ends; before them, the products and their facts if a decision may change
 * these. Returns the transaction.
 */
export async function lockSubmissions(
  { db, publish, lock, lockName }: Transaction,
  { withProducts = false } = {},
): Promise<SubmissionTransaction> {
  if (withProducts) {
    await lock(getCatalogueTopic('agent'))
    await lock(ATTRIBUTES_TOPIC)
  }
  await lock(SUBMISSIONS_TOPIC)
  return { db, publish, lock, lockName, hasLockedSubmissions: true }
}

/** Changes columns of a submission, and increments its version. Returns its new row. */
export function changeSubmission(
  transaction: SubmissionTransaction,
  row: SubmissionRow,
  fields: SubmissionFields,
  stamp: SaveStamp,
): Promise<SubmissionRow> {
  transaction.publish(SUBMISSIONS_TOPIC)
  return updateSubmission(transaction.db, row.id, { ...fields, ...stamp, version: row.version + 1 })
}
