import { randomUUID } from 'node:crypto'
import { MESSAGES } from '#contracts/messages/general.ts'
import { SUBMISSION_REVIEW_MESSAGES } from '#contracts/submissions/messages.ts'
import type {
  SubmissionProgress,
  SubmissionReceipt,
  SubmissionRequest,
  SubmissionStatusQuery,
} from '#contracts/submissions/submission.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import type { FileService } from '#server/modules/files/service.ts'
import type { MailService } from '#server/modules/mail/service.ts'
import { catalogueName, type ProductService } from '#server/modules/products/service.ts'
import type { SettingsService } from '#server/modules/settings/service.ts'
import { notFound } from '#server/platform/app-error.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Queryable, Write } from '#server/platform/database/database.ts'
import { createSubmissionAttachments } from './attachments/service.ts'
import { createSubmissionMails } from './mails.ts'
import { createReceipt, parseReceipt } from './receipt.ts'
import { buildSubmissionSearchText, normalizeQuery } from './search-words.ts'
import {
  deleteSubmission,
  findSubmission,
  findSubmissionByKey,
  findSubmissionByReceipt,
  insertSubmission,
  SUBMISSIONS_NAME,
  type SubmissionRow,
} from './store.ts'
import { categorizeSubmission } from './submission-category.ts'
import { createVerdicts } from './verdicts.ts'
import { toSubmissionProgress } from './view.ts'

export type { SubmissionRow }
export { normalizeQuery, SUBMISSIONS_NAME }
export type SubmissionService = ReturnType<typeof createSubmissionService>

type Dependencies = {
  database: Database
  clock: Clock
  settings: SettingsService
  products: ProductService
  files: FileService
  audit: AuditService
  mail: MailService
  publicUrl: string
}

/** Creates the service for products that vendors submit. */
export function createSubmissionService(dependencies: Dependencies) {
  const { database, clock, settings } = dependencies
  const attachments = createSubmissionAttachments(dependencies)
  const mails = createSubmissionMails(dependencies)
  const verdictRoutes = createVerdicts({ ...dependencies, mails })

  /** Keeps a submission as pending, with its files, inside the caller's transaction, which holds the name. */
  async function insert(write: Write, request: SubmissionRequest): Promise<SubmissionRow> {
    const { agreeToTerms: _, files, idempotencyKey = null, ...fields } = request
    const now = clock.now()
    const createdAt = now.toISOString()
    const id = randomUUID()
    const row = await insertSubmission(write.tx, {
      ...fields,
      id,
      receipt: createReceipt(now),
      idempotencyKey,
      category: categorizeSubmission(request),
      status: 'pending',
      reviewNotes: '',
      vendorNotes: '',
      checklistJson: '[]',
      version: 1,
      searchText: buildSubmissionSearchText(request),
      reviewedAt: null,
      reviewedBy: null,
      reviewedByName: null,
      productId: null,
      createdAt,
      updatedAt: createdAt,
    })
    await attachments.claim(write, id, files)
    write.touch(SUBMISSIONS_NAME)
    return row
  }

  return {
    attachments,
    applyVerdict: verdictRoutes.applyVerdict,
    update: verdictRoutes.update,

    /**
     * Stores a submission; returns the receipt by which its status can be looked up. A repeated idempotency key returns
     * the first receipt. If the settings say so, it is approved in the same transaction.
     */
    async submit(request: SubmissionRequest): Promise<SubmissionReceipt> {
      const { autoApproveProducts, requireManualReview } = await settings.content()
      const isAutomatic = autoApproveProducts && !requireManualReview
      const { emailNotifications, productSubmissionAlerts } = await settings.notifications()
      return database.write(async (write) => {
        if (isAutomatic) await write.lock(catalogueName('agent'))
        await write.lock(SUBMISSIONS_NAME)
        const existing = request.idempotencyKey && (await findSubmissionByKey(write.tx, request.idempotencyKey))
        if (existing) return existing
        const row = await insert(write, request)
        await mails.notifyReceived(write, row, emailNotifications && productSubmissionAlerts)
        if (isAutomatic) await verdictRoutes.approveAutomatically(write, row)
        return { receipt: row.receipt, createdAt: row.createdAt }
      })
    },

    /**
     * Returns the progress of a submission to whoever knows its receipt and contact address, in any letter case. Throws
     * the same `notFound` whether the receipt exists or not, so that receipts can't be guessed.
     */
    async getProgress({ receipt, contactEmail }: SubmissionStatusQuery): Promise<SubmissionProgress> {
      const row = await findSubmissionByReceipt(database.read, parseReceipt(receipt))
      if (row?.contactEmail.toLowerCase() !== contactEmail.toLowerCase()) throw notFound(MESSAGES.submissionNotFound)
      return toSubmissionProgress(row)
    },

    /** Returns a submission's row. Throws `notFound`. */
    async get(db: Queryable, id: string): Promise<SubmissionRow> {
      const row = await findSubmission(db, id)
      if (!row) throw notFound(SUBMISSION_REVIEW_MESSAGES.notFound)
      return row
    },

    /**
     * Deletes a submission inside the caller's transaction, which holds the name; a product that it became stays.
     * Returns the keys of its files, for `attachments.erase` after the commit.
     */
    async remove(write: Write, row: SubmissionRow): Promise<string[]> {
      const keys = await attachments.deleteFor(write, row.id)
      await deleteSubmission(write.tx, row)
      write.touch(SUBMISSIONS_NAME)
      return keys
    },
  }
}
