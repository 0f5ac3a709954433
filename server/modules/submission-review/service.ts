import { SUBMISSIONS_IN_ARRAY } from '#contracts/limits.ts'
import type {
  SubmissionCounts,
  SubmissionFilter,
  SubmissionNotes,
  SubmissionPageQuery,
  SubmissionRecord,
  SubmissionReview,
} from '#contracts/submission-review/submission-review.ts'
import { SUBMISSION_REVIEW_MESSAGES as TEXTS } from '#contracts/submissions/messages.ts'
import { ALL } from '#contracts/vocabulary.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import { catalogueName } from '#server/modules/products/service.ts'
import {
  normalizeQuery,
  SUBMISSIONS_NAME,
  type SubmissionRow,
  type SubmissionService,
} from '#server/modules/submissions/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import { AppError, conflict } from '#server/platform/app-error.ts'
import type { Database, Write } from '#server/platform/database/database.ts'
import { countByStatus, countSubmissions, type Filter, listSubmissions } from './store.ts'
import { toSubmissionRecord } from './view.ts'

type Dependencies = { database: Database; submissions: SubmissionService; audit: AuditService }

const NOTED = ['reviewNotes', 'vendorNotes', 'checklist'] as const
const NOTE_LABELS = { reviewNotes: '内部备注', vendorNotes: '审核意见', checklist: '核对清单' } as const

export type SubmissionReviewService = ReturnType<typeof createSubmissionReviewService>

/** Creates the review of submissions. */
export function createSubmissionReviewService({ database, submissions, audit }: Dependencies) {
  const { attachments } = submissions

  const toRecords = async (rows: readonly SubmissionRow[], canSeeContacts: boolean): Promise<SubmissionRecord[]> => {
    const entries = await attachments.list(
      database.read,
      rows.map(({ id }) => id),
    )
    const files = Map.groupBy(entries, ({ submissionId }) => submissionId)
    return rows.map((row) => toSubmissionRecord(row, files.get(row.id) ?? [], canSeeContacts))
  }

  const wholeRecord = async ({ tx }: Write, row: SubmissionRow): Promise<SubmissionRecord> =>
    toSubmissionRecord(row, await attachments.list(tx, [row.id]), true)

  return {
    /** Lists the newest that a filter finds, without pages; at most 500. */
    async list(filter: SubmissionFilter, canSeeContacts: boolean): Promise<SubmissionRecord[]> {
      const page = { limit: SUBMISSIONS_IN_ARRAY, offset: 0 }
      return toRecords(await listSubmissions(database.read, database.kind, toFilter(filter), page), canSeeContacts)
    },

    /** Returns a page of what a filter finds, the newest first, and how many its search and category find by status. */
    async page(query: SubmissionPageQuery, canSeeContacts: boolean) {
      const filter = toFilter(query)
      const { page: current, pageSize: limit } = query
      const counted = await countByStatus(database.read, database.kind, filter)
      const counts: SubmissionCounts = { pending: 0, approved: 0, rejected: 0 }
      for (const { status, count } of counted) counts[status] = Number(count)
      const count = counts.pending + counts.approved + counts.rejected
      const isFiltered = filter.search !== '' || filter.category !== undefined
      const total = isFiltered ? await countSubmissions(database.read) : count
      const totalItems = filter.status ? counts[filter.status] : count
      const range = { limit, offset: (current - 1) * limit }
      const rows = await listSubmissions(database.read, database.kind, filter, range)
      const pagination = { current, total: Math.ceil(totalItems / limit), limit, totalItems }
      return { items: await toRecords(rows, canSeeContacts), pagination, counts, total }
    },

    /** Returns one submission. Throws `notFound`. */
    async get(id: string, canSeeContacts: boolean): Promise<SubmissionRecord> {
      const row = await submissions.get(database.read, id)
      return toSubmissionRecord(row, await attachments.list(database.read, [id]), canSeeContacts)
    },

    /**
     * Approves or rejects a submission. Throws `notFound`, `conflict` if it is no longer pending or the product's name
     * is taken, `staleRevision` if it is at another version.
     */
    review: (id: string, review: SubmissionReview, actor: Actor): Promise<SubmissionRecord> =>
      database.write(async (write) => {
        // In alphabetical order, see `lockName`; a rejection makes no product.
        if (review.status === 'approved') await write.lock(catalogueName('agent'))
        await write.lock(SUBMISSIONS_NAME)
        const row = await submissions.get(write.tx, id)
        if (row.status !== 'pending') throw conflict(TEXTS.alreadyReviewed)
        assertCurrent(row, review.version)
        return wholeRecord(write, await submissions.applyVerdict(write, row, review, actor))
      }),

    /**
     * Saves a reviewer's notes, if the submission is still at the given version. Throws `notFound`, `staleRevision`.
     */
    note: (id: string, notes: SubmissionNotes, actor: Actor): Promise<SubmissionRecord> =>
      database.write(async (write) => {
        await write.lock(SUBMISSIONS_NAME)
        const row = await submissions.get(write.tx, id)
        assertCurrent(row, notes.version)
        const before = toSubmissionRecord(row, [], true)
        const changed = NOTED.filter(
          (name) => notes[name] !== undefined && JSON.stringify(notes[name]) !== JSON.stringify(before[name]),
        )
        if (changed.length === 0) return wholeRecord(write, row)
        const { checklist, reviewNotes = row.reviewNotes, vendorNotes = row.vendorNotes } = notes
        const noted = await submissions.update(write, row, {
          reviewNotes,
          vendorNotes,
          ...(checklist ? { checklistJson: JSON.stringify([...new Set(checklist)]) } : {}),
        })
        const detail = changed.map((name) => NOTE_LABELS[name]).join('、')
        await audit.record(write, { actor, action: 'submission.notes', target: row.productName, detail })
        return wholeRecord(write, noted)
      }),

    /** Deletes a submission and its files; a product that it became stays. Throws `notFound`. */
    async remove(id: string, actor: Actor): Promise<void> {
      const keys = await database.write(async (write) => {
        await write.lock(SUBMISSIONS_NAME)
        const row = await submissions.get(write.tx, id)
        await audit.record(write, { actor, action: 'submission.remove', target: row.productName })
        return submissions.remove(write, row)
      })
      await attachments.deleteBytes(keys)
    },
  }
}

const toFilter = ({ search, category, status }: SubmissionFilter): Filter => ({
  search: normalizeQuery(search),
  category: category === '' || category === ALL ? undefined : category,
  status: status === '' || status === ALL ? undefined : status,
})

/** Throws `staleRevision` if the submission is at another version. */
function assertCurrent(row: SubmissionRow, version: number | undefined): void {
  if (version !== undefined && version !== row.version) throw new AppError('staleRevision', TEXTS.stale)
}
