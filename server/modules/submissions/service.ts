import { randomUUID } from 'node:crypto'
import { SUBMISSIONS_IN_ARRAY } from '#contracts/limits.ts'
import { MESSAGES } from '#contracts/messages/general.ts'
import { submissionCategoryOf } from '#contracts/rules/submission-category.ts'
import type {
  SubmissionCounts,
  SubmissionFilter,
  SubmissionPage,
  SubmissionPageQuery,
  SubmissionRecord,
} from '#contracts/submission-review/submission-review.ts'
import { SUBMISSION_REVIEW_MESSAGES } from '#contracts/submissions/messages.ts'
import type {
  SubmissionProgress,
  SubmissionReceipt,
  SubmissionRequest,
  SubmissionStatusQuery,
} from '#contracts/submissions/submission.ts'
import { ALL } from '#contracts/vocabulary.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import type { FileService } from '#server/modules/files/service.ts'
import type { MailService } from '#server/modules/mail/service.ts'
import { type CatalogueService, catalogueName } from '#server/modules/products/service.ts'
import type { SettingsService } from '#server/modules/settings/service.ts'
import { createReview } from '#server/modules/submission-review/service.ts'
import { notFound } from '#server/platform/app-error.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Write } from '#server/platform/database/database.ts'
import { createSubmissionAttachments } from './attachments/service.ts'
import { listSubmissionFiles } from './attachments/store.ts'
import { createLetters } from './mails.ts'
import { SUBMISSIONS_NAME } from './names.ts'
import { canonicalReceipt, createReceipt } from './receipt.ts'
import { searchedWords, searchWordsOf } from './search-words.ts'
import {
  countByStatus,
  countSubmissions,
  type Filter,
  findSubmission,
  findSubmissionByKey,
  findSubmissionByReceipt,
  insertSubmission,
  listSubmissions,
  type SubmissionRow,
} from './store.ts'
import { submissionProgress, submissionRecord } from './view.ts'

export { SUBMISSIONS_NAME }
export type SubmissionService = ReturnType<typeof createSubmissionService>

type Needs = {
  database: Database
  clock: Clock
  settings: SettingsService
  catalogue: CatalogueService
  files: FileService
  audit: AuditService
  mail: MailService
  publicUrl: string
}

/** Products that vendors hand in to be reviewed. */
export function createSubmissionService(needs: Needs) {
  const { database, clock, settings } = needs
  const attachments = createSubmissionAttachments(needs)
  const letters = createLetters(needs)
  const { approveByItself, ...review } = createReview({ ...needs, attachments, letters })

  /** Keeps a submission as pending, with its files, inside the caller's transaction, which holds the name. */
  async function insert(write: Write, request: SubmissionRequest): Promise<SubmissionRow> {
    const { agreeToTerms: _, files, idempotencyKey = null, ...fields } = request
    const now = clock.now()
    const createdAt = now.toISOString()
    const id = randomUUID()
    const row = await insertSubmission(write.tx, {
      ...fields,
      ...{ id, receipt: createReceipt(now), idempotencyKey },
      ...{ category: submissionCategoryOf(request), status: 'pending' },
      ...{ reviewNotes: '', vendorNotes: '', checklistJson: '[]', version: 1, searchText: searchWordsOf(request) },
      ...{ reviewedAt: null, reviewedBy: null, reviewedByName: null, productId: null },
      ...{ createdAt, updatedAt: createdAt },
    })
    await attachments.claim(write, id, files)
    write.touch(SUBMISSIONS_NAME)
    return row
  }

  const records = async (rows: readonly SubmissionRow[], seesContacts: boolean): Promise<SubmissionRecord[]> => {
    const ids = rows.map(({ id }) => id)
    const files = Map.groupBy(
      ids.length > 0 ? await listSubmissionFiles(database.read, ids) : [],
      ({ submissionId }) => submissionId,
    )
    return rows.map((row) => submissionRecord(row, files.get(row.id) ?? [], seesContacts))
  }

  return {
    ...review,
    attachments,

    /**
     * Takes what a vendor hands in; gives the receipt with which they can look its status up. A request whose key was
     * seen before gets the first one's. Where the settings say so it is approved at once, in the same transaction.
     */
    async submit(request: SubmissionRequest): Promise<SubmissionReceipt> {
      const { autoApproveProducts, requireManualReview } = await settings.content()
      const approvesByItself = autoApproveProducts && !requireManualReview
      const { emailNotifications, productSubmissionAlerts } = await settings.notifications()
      return database.write(async (write) => {
        if (approvesByItself) await write.hold(catalogueName('agent'))
        await write.hold(SUBMISSIONS_NAME)
        const known = request.idempotencyKey && (await findSubmissionByKey(write.tx, request.idempotencyKey))
        if (known) return known
        const row = await insert(write, request)
        await letters.received(write, row, emailNotifications && productSubmissionAlerts)
        if (approvesByItself) await approveByItself(write, row.id)
        return { receipt: row.receipt, createdAt: row.createdAt }
      })
    },

    /**
     * Returns how far a submission has come, for whoever knows both its receipt and its contact address, in any letter case.
     * Throws `notFound`, the same whether the receipt exists or not, so that receipts can't be tried out.
     */
    async getProgress({ receipt, contactEmail }: SubmissionStatusQuery): Promise<SubmissionProgress> {
      const row = await findSubmissionByReceipt(database.read, canonicalReceipt(receipt))
      if (row?.contactEmail.toLowerCase() !== contactEmail.toLowerCase()) throw notFound(MESSAGES.submissionNotFound)
      return submissionProgress(row)
    },

    /** The newest that a filter finds, without pages; at most 500. */
    async list(filter: SubmissionFilter, seesContacts: boolean): Promise<SubmissionRecord[]> {
      const page = { limit: SUBMISSIONS_IN_ARRAY, offset: 0 }
      return records(await listSubmissions(database.read, database.kind, filterOf(filter), page), seesContacts)
    },

    /** A page of what a filter finds, the newest first, and how many its search and category find by status. */
    async page(query: SubmissionPageQuery, seesContacts: boolean): Promise<SubmissionPage> {
      const filter = filterOf(query)
      const { page: current, pageSize: limit } = query
      const counted = await countByStatus(database.read, database.kind, filter)
      const counts: SubmissionCounts = { pending: 0, approved: 0, rejected: 0 }
      for (const { status, count } of counted) counts[status] = Number(count)
      const found = counts.pending + counts.approved + counts.rejected
      const isNarrowed = filter.search !== '' || filter.category !== undefined
      const total = isNarrowed ? await countSubmissions(database.read) : found
      const totalItems = filter.status ? counts[filter.status] : found
      const range = { limit, offset: (current - 1) * limit }
      const rows = await listSubmissions(database.read, database.kind, filter, range)
      const pagination = { current, total: Math.ceil(totalItems / limit), limit, totalItems }
      return { data: await records(rows, seesContacts), pagination, counts, total }
    },

    /** One submission. Throws `notFound`. */
    async find(id: string, seesContacts: boolean): Promise<SubmissionRecord> {
      const row = await findSubmission(database.read, id)
      if (!row) throw notFound(SUBMISSION_REVIEW_MESSAGES.notFound)
      return submissionRecord(row, await listSubmissionFiles(database.read, [id]), seesContacts)
    },
  }
}

const filterOf = ({ search, category, status }: SubmissionFilter): Filter => ({
  search: searchedWords(search),
  category: category === '' || category === ALL ? undefined : category,
  status: status === '' || status === ALL ? undefined : status,
})
