import type { Authorship } from '#contracts/content/revision.ts'
import type { Caller } from '#contracts/permissions.ts'
import type { Screenshot } from '#contracts/products/screenshot.ts'
import type { ApprovalInfo } from '#contracts/submission-review/approval.ts'
import type { SubmissionCorrection } from '#contracts/submission-review/correction.ts'
import type {
  DecisionWithdrawal,
  SubmissionDecision,
  SubmissionNotes,
  SubmissionRecord,
  SubmissionReturn,
  SubmissionReview,
} from '#contracts/submission-review/submission-review.ts'
import { SUBMISSION_REVIEW_MESSAGES as MESSAGES, RETURN_MESSAGES } from '#contracts/submissions/messages.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import type { FactService } from '#server/modules/facts/service.ts'
import type { ServedFile } from '#server/modules/files/service.ts'
import type { WithdrawnMail } from '#server/modules/mail/service.ts'
import type { ProductService } from '#server/modules/products/service.ts'
import {
  listAskedKeys,
  lockSubmissions,
  type SubmissionRow,
  type SubmissionService,
  toContents,
} from '#server/modules/submissions/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import { AppError, conflict, notFound } from '#server/platform/app-error.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import { findAuthorship } from '#server/platform/database/find-authorship.ts'
import { writeOnce } from '#server/platform/idempotency/write-once.ts'
import { createApprovalLookup } from './approval.ts'
import { createSubmissionAssignments } from './assignments.ts'
import { createBulkDecisions } from './bulk-decisions.ts'
import { compareVersions } from './correction-changes.ts'
import { createSubmissionLists } from './lists.ts'
import { createSubmissionRecords } from './records.ts'

type Dependencies = {
  database: Database
  clock: Clock
  submissions: SubmissionService
  products: ProductService
  facts: FactService
  audit: AuditService
}

const NOTE_FIELDS = ['reviewNotes', 'vendorNotes', 'checklist'] as const
const NOTE_LABELS = { reviewNotes: '内部备注', vendorNotes: '审核意见', checklist: '核对清单' } as const

export type SubmissionReviewService = ReturnType<typeof createSubmissionReviewService>

/** Creates the service by which reviewers list, export and decide on submissions. */
export function createSubmissionReviewService(dependencies: Dependencies) {
  const { database, submissions, audit } = dependencies
  const { attachments } = submissions
  const records = createSubmissionRecords(dependencies)
  const lists = createSubmissionLists({ ...dependencies, records })
  const approvalLookup = createApprovalLookup(dependencies)
  const { toRecord } = records

  /** Publishes the screenshots of a pending submission, so that a product can refer to them. */
  async function publishScreenshots(id: string): Promise<Screenshot[]> {
    const row = await submissions.get(database.read, id)
    const submitted = row.status === 'pending' ? await attachments.list(database.read, [id]) : []
    return attachments.publishScreenshots(
      submitted.flatMap(({ id: key, caption }) => (caption === null ? [] : [{ key, caption }])),
    )
  }

  /**
   * Approves or rejects a submission. Throws `notFound`, `invalid`, `versionConflict`, and `conflict` if it can't be
   * decided (any more).
   */
  async function decide(id: string, decision: SubmissionDecision, actor: Actor & Caller): Promise<SubmissionRecord> {
    const isApproval = decision.status === 'approved'
    const categories = isApproval ? await submissions.listCategories() : []
    const screenshots = isApproval ? await publishScreenshots(id) : []
    return writeOnce(database, async (unlocked) => {
      // A rejection changes no product.
      const transaction = await lockSubmissions(unlocked, { withProducts: isApproval })
      const row = await submissions.get(transaction.db, id)
      if (row.status !== 'pending') throw conflict(MESSAGES.alreadyReviewed)
      assertVersionMatches(row, decision.version)
      const decided = await submissions.applyDecision(transaction, row, { decision, categories, screenshots, actor })
      return toRecord(transaction.db, decided)
    })
  }

  /** Returns a submission to its vendor. Throws `notFound`, `versionConflict`, `conflict` if it isn't pending. */
  const returnToVendor = (id: string, body: SubmissionReturn, actor: Actor & Caller): Promise<SubmissionRecord> =>
    writeOnce(database, async (unlocked) => {
      const transaction = await lockSubmissions(unlocked)
      const row = await submissions.get(transaction.db, id)
      if (row.status !== 'pending') throw conflict(RETURN_MESSAGES.notPending)
      assertVersionMatches(row, body.version)
      return toRecord(transaction.db, await submissions.applyReturn(transaction, row, body, actor))
    })

  return {
    assignments: createSubmissionAssignments(submissions),

    countUnassigned: lists.countUnassigned,
    countPending: lists.countPending,
    countLate: lists.countLate,
    countUnread: lists.countUnread,
    countPendingUnread: lists.countPendingUnread,
    listNewest: lists.listNewest,
    list: lists.list,
    export: lists.export,

    /** Returns one submission. Throws `notFound`. */
    async get(id: string): Promise<SubmissionRecord> {
      return toRecord(database.read, await submissions.get(database.read, id))
    },

    /** Returns who changed a submission last and when; `null` for its vendor. Throws `notFound`. */
    async getAuthorship(id: string): Promise<Authorship> {
      const authorship = await findAuthorship(database.read, 'submissions', id)
      if (!authorship) throw notFound(MESSAGES.notFound)
      return authorship
    },

    /** Returns a submission's file for download. Throws `notFound`. */
    async getFile(id: string, fileId: string): Promise<ServedFile> {
      await submissions.get(database.read, id)
      return attachments.get(id, fileId)
    },

    /** Returns the information for an approval decision. Throws `notFound`. */
    getApprovalInfo: async (id: string): Promise<ApprovalInfo> =>
      approvalLookup.get(await submissions.get(database.read, id)),

    /** Approves, rejects or returns a submission. Throws as each of these. */
    review: (id: string, review: SubmissionReview, actor: Actor & Caller): Promise<SubmissionRecord> =>
      review.status === 'returned' ? returnToVendor(id, review, actor) : decide(id, review, actor),

    /** Lists what the vendor has changed in each correction, newest first. Throws `notFound`. */
    async listCorrections(id: string): Promise<SubmissionCorrection[]> {
      const row = await submissions.get(database.read, id)
      const versions = await submissions.corrections.listVersions(database.read, id)
      const current = toContents(row, await attachments.list(database.read, [id]))
      const attributes = await dependencies.facts.attributes.listAll(database.read)
      return compareVersions(versions, current, {
        toFactRecords: (facts) => dependencies.facts.submitted.toRecords(facts, 'agent', attributes),
        askedKeys: await listAskedKeys(dependencies.facts),
      })
    },

    /** Approves or rejects submissions one by one, except those that a reviewer has to look at. */
    decideMany: createBulkDecisions({
      getRow: (id) => submissions.get(database.read, id),
      getApprovalInfo: approvalLookup.get,
      decide,
    }),

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
      database.write(async (unlocked) => {
        const transaction = await lockSubmissions(unlocked, { withProducts: true })
        const row = await submissions.get(transaction.db, id)
        if (row.status === 'pending') throw conflict(MESSAGES.notReviewed)
        assertVersionMatches(row, withdrawal.version)
        const { row: pending, mail } = await submissions.withdrawDecision(transaction, row, withdrawal, actor)
        return { record: await toRecord(transaction.db, pending), mail }
      }),

    /**
     * Saves a reviewer's notes if the submission is still at the given version. Throws `notFound`, `versionConflict`.
     */
    saveNotes: (id: string, notes: SubmissionNotes, actor: Actor & Caller): Promise<SubmissionRecord> =>
      database.write(async (unlocked) => {
        const transaction = await lockSubmissions(unlocked)
        const row = await submissions.get(transaction.db, id)
        assertVersionMatches(row, notes.version)
        const { checklist, reviewNotes = row.reviewNotes, vendorNotes = row.vendorNotes } = notes
        const previous = { reviewNotes: row.reviewNotes, vendorNotes: row.vendorNotes, checklist: row.checklistJson }
        const changedFields = NOTE_FIELDS.filter(
          (name) => notes[name] !== undefined && JSON.stringify(notes[name]) !== JSON.stringify(previous[name]),
        )
        if (changedFields.length === 0) return toRecord(transaction.db, row)
        const fields = {
          reviewNotes,
          vendorNotes,
          ...(checklist ? { checklistJson: JSON.stringify([...new Set(checklist)]) } : {}),
        }
        const updated = await submissions.change(transaction, row, fields, actor)
        const detail = changedFields.map((name) => NOTE_LABELS[name]).join('、')
        await audit.record(transaction, { actor, action: 'submission.notes', target: row.productName, detail })
        return toRecord(transaction.db, updated)
      }),

    /** Moves a submission to the recycle bin; the product that it became is retained. Throws `notFound`. */
    remove: (id: string, actor: Actor): Promise<void> =>
      database.write(async (unlocked) => {
        const transaction = await lockSubmissions(unlocked)
        await submissions.recycleBin.add(transaction, await submissions.get(transaction.db, id), actor)
      }),

    /** Restores a submission from the recycle bin. Throws `notFound`. */
    restore: (id: string, actor: Actor & Caller): Promise<SubmissionRecord> =>
      database.write(async (unlocked) => {
        const transaction = await lockSubmissions(unlocked)
        return toRecord(transaction.db, await submissions.recycleBin.restore(transaction, id, actor))
      }),
  }
}

/** Throws `versionConflict` if the submission is at another version. */
function assertVersionMatches(row: SubmissionRow, version: number | undefined): void {
  if (version !== undefined && version !== row.version) throw new AppError('versionConflict', MESSAGES.stale)
}
