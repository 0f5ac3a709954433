import { UNPAGINATED_SUBMISSIONS_MAX } from '#contracts/limits.ts'
import { toPagination } from '#contracts/pagination.ts'
import { type Caller, can } from '#contracts/permissions.ts'
import type { Screenshot } from '#contracts/products/screenshot.ts'
import { toDay } from '#contracts/rules/shanghai-time.ts'
import type { ApprovalInfo } from '#contracts/submission-review/approval.ts'
import type {
  DecisionWithdrawal,
  SubmissionCounts,
  SubmissionExportQuery,
  SubmissionFilter,
  SubmissionNotes,
  SubmissionPageQuery,
  SubmissionRecord,
  SubmissionReview,
} from '#contracts/submission-review/submission-review.ts'
import { SUBMISSION_REVIEW_MESSAGES as MESSAGES } from '#contracts/submissions/messages.ts'
import { ALL } from '#contracts/vocabulary.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import { ATTRIBUTES_TOPIC, type FactService } from '#server/modules/facts/service.ts'
import type { ServedFile } from '#server/modules/files/service.ts'
import { catalogueTopic, type ProductService } from '#server/modules/products/service.ts'
import type { WithdrawnMail } from '#server/modules/submissions/service.ts'
import {
  listSearchPatterns,
  SUBMISSIONS_TOPIC,
  type SubmissionRow,
  type SubmissionService,
} from '#server/modules/submissions/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import { AppError, conflict } from '#server/platform/app-error.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { yieldToEventLoop } from '#server/platform/event-loop.ts'
import type { TableStream } from '#server/platform/tables/table.ts'
import { streamTable } from '#server/platform/tables/write-table.ts'
import { createApprovalLookup } from './approval.ts'
import { listExportColumns } from './export-columns.ts'
import {
  countByStatus,
  countSubmissions,
  listMatches,
  listSubmissions,
  listSubmissionsBefore,
  type SubmissionFilterValues,
} from './store.ts'
import { toSubmissionRecord } from './view.ts'

type Dependencies = {
  database: Database
  clock: Clock
  submissions: SubmissionService
  products: ProductService
  facts: FactService
  audit: AuditService
}

/** The batch size of exports. */
const SUBMISSIONS_PER_QUERY = 200

const NOTE_FIELDS = ['reviewNotes', 'vendorNotes', 'checklist'] as const
const NOTE_LABELS = { reviewNotes: '内部备注', vendorNotes: '审核意见', checklist: '核对清单' } as const

export type SubmissionReviewService = ReturnType<typeof createSubmissionReviewService>

/** Creates the service by which reviewers list, export and decide on submissions. */
export function createSubmissionReviewService(dependencies: Dependencies) {
  const { database, clock, submissions, facts, audit } = dependencies
  const { attachments } = submissions
  const approvalLookup = createApprovalLookup(dependencies)

  /** Converts a query to the conditions of the store. */
  async function toFilter(
    { search, category, status }: SubmissionFilter,
    caller: Caller,
  ): Promise<SubmissionFilterValues> {
    const patterns = listSearchPatterns(search)
    const canReadContacts = can(caller, 'contacts:read')
    const { read } = database
    return {
      matches: patterns.length > 0 ? await listMatches(read, { patterns, canReadContacts }) : undefined,
      category: category === '' || category === ALL ? undefined : category,
      status: status === '' || status === ALL ? undefined : status,
    }
  }

  /** Converts rows to records with their files and facts. */
  async function toRecords(db: Queryable, rows: readonly SubmissionRow[], caller: Caller): Promise<SubmissionRecord[]> {
    const ids = rows.map(({ id }) => id)
    const files = Map.groupBy(await attachments.list(db, ids), ({ submissionId }) => submissionId)
    const attributes = await facts.attributes.listAll(db)
    return rows.map((row) =>
      toSubmissionRecord(
        row,
        { files: files.get(row.id) ?? [], facts: facts.submitted.toRecords(row.factsJson, 'agent', attributes) },
        caller,
      ),
    )
  }

  /** Streams all matching records page by page, without submissions that are created during the export. */
  async function* streamRecords(filter: SubmissionFilterValues, caller: Caller): AsyncGenerator<SubmissionRecord[]> {
    let cursor: number | undefined
    do {
      const rows = await listSubmissionsBefore(database.read, filter, { cursor, limit: SUBMISSIONS_PER_QUERY })
      yield await toRecords(database.read, rows, caller)
      cursor = rows.length < SUBMISSIONS_PER_QUERY ? undefined : rows.at(-1)?.ordinal
      // An in-process database responds synchronously, so yield to other requests.
      await yieldToEventLoop()
    } while (cursor !== undefined)
  }

  async function toRecord(db: Queryable, row: SubmissionRow, caller: Caller): Promise<SubmissionRecord> {
    const [record] = await toRecords(db, [row], caller)
    if (!record) throw new Error('the row has no record')
    return record
  }

  /** Publishes the screenshots of a pending submission, so that a product can refer to them. */
  async function publishScreenshots(id: string): Promise<Screenshot[]> {
    const row = await submissions.get(database.read, id)
    const submitted = row.status === 'pending' ? await attachments.list(database.read, [id]) : []
    return attachments.publishScreenshots(
      submitted.flatMap(({ id: key, caption }) => (caption === null ? [] : [{ key, caption }])),
    )
  }

  return {
    /** Lists the newest submissions that match a filter, without pages; at most 500. */
    async listNewest(filter: SubmissionFilter, caller: Caller): Promise<SubmissionRecord[]> {
      const page = { limit: UNPAGINATED_SUBMISSIONS_MAX, offset: 0, order: 'desc' } as const
      const rows = await listSubmissions(database.read, await toFilter(filter, caller), page)
      return toRecords(database.read, rows, caller)
    },

    /** Returns a page of matching submissions, and the number matching search and category by status. */
    async list(query: SubmissionPageQuery, caller: Caller) {
      const filter = await toFilter(query, caller)
      const { page: current, pageSize: limit, order } = query
      const { read } = database
      const range = { limit, offset: (current - 1) * limit, order }
      const isFiltered = filter.matches !== undefined || filter.category !== undefined
      // PostgreSQL runs these queries concurrently.
      const [statusCounts, unfilteredCount, rows] = await Promise.all([
        countByStatus(read, filter),
        isFiltered ? countSubmissions(read, NO_FILTER) : undefined,
        listSubmissions(read, filter, range),
      ])
      const counts: SubmissionCounts = { pending: 0, approved: 0, rejected: 0 }
      for (const { status, count } of statusCounts) counts[status] = Number(count)
      const count = counts.pending + counts.approved + counts.rejected
      const total = unfilteredCount ?? count
      const totalItems = filter.status ? counts[filter.status] : count
      const pagination = toPagination(current, limit, totalItems)
      return { items: await toRecords(database.read, rows, caller), pagination, counts, total }
    },

    /** Returns one submission. Throws `notFound`. */
    async get(id: string, caller: Caller): Promise<SubmissionRecord> {
      return toRecord(database.read, await submissions.get(database.read, id), caller)
    },

    /** Returns a submission's file for download. Throws `notFound`. */
    async getFile(id: string, fileId: string): Promise<ServedFile> {
      await submissions.get(database.read, id)
      return attachments.find(id, fileId)
    },

    /** Returns the information for an approval decision. Throws `notFound`. */
    getApprovalInfo: async (id: string): Promise<ApprovalInfo> =>
      approvalLookup.get(await submissions.get(database.read, id)),

    /** Streams all matching submissions as a file, and records an audit entry. */
    async export(
      { format, ...query }: SubmissionExportQuery,
      actor: Actor & Caller,
    ): Promise<TableStream & { name: string }> {
      const filter = await toFilter(query, actor)
      await database.write(async (transaction) => {
        const detail = `${await countSubmissions(transaction.db, filter)}条`
        await audit.record(transaction, { actor, action: 'data.export', target: '产品提交', detail })
      })
      const table = streamTable(format, listExportColumns(actor), streamRecords(filter, actor))
      return { ...table, name: `产品提交-${toDay(clock.now())}` }
    },

    /**
     * Approves or rejects a submission. Throws `notFound`, `invalid` for an unknown category, `conflict` if it is no
     * longer pending, the product's name is taken or the product to update has changed, `versionConflict` if it is at
     * another version.
     */
    async decide(id: string, review: SubmissionReview, actor: Actor & Caller): Promise<SubmissionRecord> {
      const isApproval = review.status === 'approved'
      const categories = isApproval ? await submissions.listCategories() : []
      const screenshots = isApproval ? await publishScreenshots(id) : []
      return database.write(async (transaction) => {
        // Locks in alphabetical order, see `lockTopic`; a rejection needs no lock on the catalogue.
        if (isApproval) {
          await transaction.lock(catalogueTopic('agent'))
          await transaction.lock(ATTRIBUTES_TOPIC)
        }
        await transaction.lock(SUBMISSIONS_TOPIC)
        const row = await submissions.get(transaction.db, id)
        if (row.status !== 'pending') throw conflict(MESSAGES.alreadyReviewed)
        assertVersionMatches(row, review.version)
        const reviewed = await submissions.applyDecision(transaction, row, { review, categories, screenshots, actor })
        return toRecord(transaction.db, reviewed, actor)
      })
    },

    /**
     * Withdraws a decision. Returns the pending submission, and whether the decision's mail was already sent. Throws
     * `notFound`, `versionConflict`, `conflict` if there is no decision, or if its product was changed since and the
     * reviewer hasn't accepted that.
     */
    withdraw: (
      id: string,
      withdrawal: DecisionWithdrawal,
      actor: Actor & Caller,
    ): Promise<{ record: SubmissionRecord; mail: WithdrawnMail }> =>
      database.write(async (transaction) => {
        await transaction.lock(catalogueTopic('agent'))
        await transaction.lock(ATTRIBUTES_TOPIC)
        await transaction.lock(SUBMISSIONS_TOPIC)
        const row = await submissions.get(transaction.db, id)
        if (row.status === 'pending') throw conflict(MESSAGES.notReviewed)
        assertVersionMatches(row, withdrawal.version)
        const { row: pending, mail } = await submissions.withdrawDecision(transaction, row, withdrawal, actor)
        return { record: await toRecord(transaction.db, pending, actor), mail }
      }),

    /**
     * Saves a reviewer's notes if the submission is still at the given version. Throws `notFound`, `versionConflict`.
     */
    saveNotes: (id: string, notes: SubmissionNotes, actor: Actor & Caller): Promise<SubmissionRecord> =>
      database.write(async (transaction) => {
        await transaction.lock(SUBMISSIONS_TOPIC)
        const row = await submissions.get(transaction.db, id)
        assertVersionMatches(row, notes.version)
        const previous = { reviewNotes: row.reviewNotes, vendorNotes: row.vendorNotes, checklist: row.checklistJson }
        const changedFields = NOTE_FIELDS.filter(
          (name) => notes[name] !== undefined && JSON.stringify(notes[name]) !== JSON.stringify(previous[name]),
        )
        if (changedFields.length === 0) return toRecord(transaction.db, row, actor)
        const { checklist, reviewNotes = row.reviewNotes, vendorNotes = row.vendorNotes } = notes
        const updated = await submissions.update(transaction, row, {
          reviewNotes,
          vendorNotes,
          ...(checklist ? { checklistJson: JSON.stringify([...new Set(checklist)]) } : {}),
        })
        const detail = changedFields.map((name) => NOTE_LABELS[name]).join('、')
        await audit.record(transaction, { actor, action: 'submission.notes', target: row.productName, detail })
        return toRecord(transaction.db, updated, actor)
      }),

    /** Moves a submission to the recycle bin; the product that it became is retained. Throws `notFound`. */
    remove: (id: string, actor: Actor): Promise<void> =>
      database.write(async (transaction) => {
        await transaction.lock(SUBMISSIONS_TOPIC)
        await submissions.recycleBin.add(transaction, await submissions.get(transaction.db, id), actor)
      }),

    /** Restores a submission from the recycle bin. Throws `notFound`. */
    restore: (id: string, actor: Actor & Caller): Promise<SubmissionRecord> =>
      database.write(async (transaction) =>
        toRecord(transaction.db, await submissions.recycleBin.restore(transaction, id, actor), actor),
      ),
  }
}

const NO_FILTER: SubmissionFilterValues = { matches: undefined, category: undefined, status: undefined }

/** Throws `versionConflict` if the submission is at another version. */
function assertVersionMatches(row: SubmissionRow, version: number | undefined): void {
  if (version !== undefined && version !== row.version) throw new AppError('versionConflict', MESSAGES.stale)
}
