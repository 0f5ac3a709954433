import { DAY_MS } from '#contracts/durations.ts'
import { RECYCLE_BIN_DAYS, SUBMISSIONS_PER_PAGE } from '#contracts/limits.ts'
import type { DeletedSubmission } from '#contracts/submission-review/submission-review.ts'
import { SUBMISSION_REVIEW_MESSAGES } from '#contracts/submissions/messages.ts'
import { OPEN_SUBMISSION_STATUSES, type SubmissionStatus } from '#contracts/submissions/statuses.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import { conflict, notFound } from '#server/platform/app-error.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import { deleteInBatches } from '#server/platform/database/delete-in-batches.ts'
import { type ListPage, readPage } from '#server/platform/database/list-page.ts'
import { createSaveStamp } from '#server/platform/save-stamp.ts'
import type { SubmissionAttachments } from './attachments/service.ts'
import { changeSubmission, lockSubmissions, type SubmissionTransaction } from './change-submission.ts'
import {
  countDeletedSubmissions,
  type DeletedSubmissionRow,
  deleteSubmission,
  findDeletedSubmission,
  hasPendingUpdate,
  listDeletedBefore,
  listDeletedSubmissions,
  SUBMISSIONS_TOPIC,
  type SubmissionRow,
} from './store.ts'

/** Small, because purging a submission also deletes its files and search texts, and adds an audit entry. */
const PURGE_BATCH_SIZE = 20
const RETENTION_MS = RECYCLE_BIN_DAYS * DAY_MS

type Dependencies = {
  database: Database
  clock: Clock
  audit: AuditService
  attachments: SubmissionAttachments
}

/** Creates the recycle bin of submissions, which also retains their files. */
export function createRecycleBin({ database, clock, audit, attachments }: Dependencies) {
  const getCutoff = () => new Date(clock.now().getTime() - RETENTION_MS).toISOString()

  /** Returns a submission that can still be restored. Throws `notFound`. */
  async function getDeleted({ db }: SubmissionTransaction, id: string): Promise<DeletedSubmissionRow> {
    const row = await findDeletedSubmission(db, id)
    if (!row || row.deletedAt < getCutoff()) throw notFound(SUBMISSION_REVIEW_MESSAGES.notInRecycleBin)
    return row
  }

  /** Permanently deletes a submission. Returns the keys of its files, whose bytes are deleted after the commit. */
  async function purgeRow(
    transaction: SubmissionTransaction,
    row: SubmissionRow,
    actor: Actor | null,
  ): Promise<string[]> {
    const keys = await attachments.deleteFor(transaction, row.id)
    await deleteSubmission(transaction.db, row.id)
    transaction.publish(SUBMISSIONS_TOPIC)
    await audit.record(transaction, { actor, action: 'submission.purge', target: row.productName })
    return keys
  }

  return {
    /** Lists the submissions that can still be restored, most recently deleted first. */
    list: (page: number): Promise<ListPage<DeletedSubmission>> =>
      readPage({
        page,
        limit: SUBMISSIONS_PER_PAGE,
        count: () => countDeletedSubmissions(database.read),
        list: (range) => listDeletedSubmissions(database.read, range),
        toItem: toDeletedSubmission,
      }),

    /** Moves a submission to the recycle bin inside the caller's transaction. */
    async add(transaction: SubmissionTransaction, row: SubmissionRow, actor: Actor): Promise<void> {
      const stamp = createSaveStamp(clock, actor)
      await changeSubmission(transaction, row, { deletedAt: stamp.updatedAt }, stamp)
      await audit.record(transaction, { actor, action: 'submission.remove', target: row.productName })
    },

    /**
     * Restores a submission, inside the caller's transaction. Throws `notFound`, `conflict` for a pending update whose
     * product has another one.
     */
    async restore(transaction: SubmissionTransaction, id: string, actor: Actor): Promise<SubmissionRow> {
      const deleted = await getDeleted(transaction, id)
      if (isOpen(deleted.status) && (await hasPendingUpdate(transaction.db, deleted.updatesProductId)))
        throw conflict(SUBMISSION_REVIEW_MESSAGES.otherUpdatePending)
      const row = await changeSubmission(transaction, deleted, { deletedAt: null }, createSaveStamp(clock, actor))
      await audit.record(transaction, { actor, action: 'submission.restore', target: row.productName })
      return row
    },

    /** Permanently deletes a submission in the recycle bin, and its files. Throws `notFound`. */
    async purge(id: string, actor: Actor): Promise<void> {
      const keys = await database.write(async (unlocked) => {
        const transaction = await lockSubmissions(unlocked)
        return purgeRow(transaction, await getDeleted(transaction, id), actor)
      })
      await attachments.deleteBytes(keys)
    },

    /** Permanently deletes submissions whose retention in the recycle bin has expired. */
    async purgeExpired(): Promise<void> {
      const keys: string[] = []
      await deleteInBatches(
        database,
        async (unlocked, limit) => {
          const transaction = await lockSubmissions(unlocked)
          const expired = await listDeletedBefore(transaction.db, getCutoff(), limit)
          for (const row of expired) keys.push(...(await purgeRow(transaction, row, null)))
          return expired.length
        },
        PURGE_BATCH_SIZE,
      )
      await attachments.deleteBytes(keys)
    },
  }
}

const isOpen = (status: SubmissionStatus) => OPEN_SUBMISSION_STATUSES.some((open) => open === status)

const toDeletedSubmission = (row: DeletedSubmissionRow): DeletedSubmission => ({
  _id: row.id,
  receipt: row.receipt,
  productName: row.productName,
  companyName: row.companyName,
  status: row.status,
  deletedAt: row.deletedAt,
  purgedAt: new Date(Date.parse(row.deletedAt) + RETENTION_MS).toISOString(),
})
