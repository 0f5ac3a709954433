import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Write } from '#server/platform/database/database.ts'
import { SUBMISSIONS_TOPIC, type SubmissionFields, type SubmissionRow, updateSubmission } from './store.ts'

export type SubmissionUpdate = ReturnType<typeof createSubmissionUpdate>

/** Creates the function that updates a submission inside the caller's transaction and increments its version. */
export const createSubmissionUpdate =
  (clock: Clock) =>
  (write: Write, row: SubmissionRow, fields: SubmissionFields): Promise<SubmissionRow> => {
    write.touch(SUBMISSIONS_TOPIC)
    return updateSubmission(write.tx, row.id, { ...fields, updatedAt: timestamp(clock), version: row.version + 1 })
  }
