import { productOfSubmission } from '#contracts/rules/product-of-submission.ts'
import type {
  SubmissionNotes,
  SubmissionRecord,
  SubmissionReview,
} from '#contracts/submission-review/submission-review.ts'
import { SUBMISSION_REVIEW_MESSAGES as SAY } from '#contracts/submissions/messages.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import { type CatalogueService, catalogueName } from '#server/modules/products/service.ts'
import type { SubmissionAttachments } from '#server/modules/submissions/attachments/service.ts'
import { listSubmissionFiles } from '#server/modules/submissions/attachments/store.ts'
import type { Letters } from '#server/modules/submissions/mails.ts'
import { SUBMISSIONS_NAME } from '#server/modules/submissions/names.ts'
import {
  deleteSubmission,
  findSubmission,
  type SubmissionRow,
  updateSubmission,
} from '#server/modules/submissions/store.ts'
import { submissionRecord } from '#server/modules/submissions/view.ts'
import type { Actor } from '#server/platform/actor.ts'
import { AppError, conflict, notFound } from '#server/platform/app-error.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database, Write } from '#server/platform/database/database.ts'

type Needs = {
  database: Database
  clock: Clock
  catalogue: CatalogueService
  audit: AuditService
  attachments: SubmissionAttachments
  letters: Letters
}

const VERDICTS = { approved: '通过', rejected: '拒绝' } as const
const NOTED = ['reviewNotes', 'vendorNotes', 'checklist'] as const
const NOTE_NAMES = { reviewNotes: '内部备注', vendorNotes: '审核意见', checklist: '核对清单' } as const

/** What reviewers do with submissions. */
export function createReview({ database, clock, catalogue, audit, attachments, letters }: Needs) {
  async function found({ tx }: Write, id: string): Promise<SubmissionRow> {
    const row = await findSubmission(tx, id)
    if (!row) throw notFound(SAY.notFound)
    return row
  }

  const reread = async (write: Write, id: string): Promise<SubmissionRecord> =>
    submissionRecord(await found(write, id), await listSubmissionFiles(write.tx, [id]), true)

  /**
   * Gives the verdict on a pending submission; an approval makes its product. The caller holds the names. Throws
   * `conflict` where a product of that name is there, before anything is written.
   */
  async function settle(
    write: Write,
    row: SubmissionRow,
    review: SubmissionReview,
    actor: Actor | null,
  ): Promise<void> {
    const { status, reviewNotes = row.reviewNotes, vendorNotes = row.vendorNotes } = review
    const isApproved = status === 'approved'
    const productId = isApproved ? await catalogue.create(write, 'agent', productOfSubmission(row), actor) : null
    const now = timestamp(clock)
    await updateSubmission(write.tx, row.id, {
      ...{ status, reviewNotes, vendorNotes, productId, reviewedAt: now, updatedAt: now, version: row.version + 1 },
      ...{ reviewedBy: actor?.id ?? null, reviewedByName: actor?.name ?? null },
    })
    write.touch(SUBMISSIONS_NAME)
    const detail = actor ? VERDICTS[status] : `自动${VERDICTS[status]}`
    await audit.record(write, { actor, action: 'submission.review', target: row.productName, detail })
    await letters.reviewed(write, await found(write, row.id))
  }

  return {
    /**
     * Approves or rejects. Throws `notFound`, `conflict` where it is no longer pending or where a product of the name
     * is there already, `staleRevision` where it is at another version than the verdict; nothing is half-done then.
     */
    review: (id: string, review: SubmissionReview, actor: Actor): Promise<SubmissionRecord> =>
      database.write(async (write) => {
        // In alphabetical order, see `holdName`; a rejection makes no product.
        if (review.status === 'approved') await write.hold(catalogueName('agent'))
        await write.hold(SUBMISSIONS_NAME)
        const row = await found(write, id)
        if (row.status !== 'pending') throw conflict(SAY.alreadyReviewed)
        refuseStale(row, review.version)
        await settle(write, row, review, actor)
        return reread(write, id)
      }),

    /**
     * Approves a new submission by itself, inside the caller's transaction, which holds both names. Where a product of
     * the name is there it stays pending: a person decides then.
     */
    async approveByItself(write: Write, id: string): Promise<void> {
      try {
        await settle(write, await found(write, id), { status: 'approved' }, null)
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'conflict') throw error
      }
    },

    /**
     * Keeps what a reviewer noted, before or after the verdict, if the submission is still at the version that it was
     * noted on. Throws `notFound`, `staleRevision`.
     */
    note: (id: string, notes: SubmissionNotes, actor: Actor): Promise<SubmissionRecord> =>
      database.write(async (write) => {
        await write.hold(SUBMISSIONS_NAME)
        const row = await found(write, id)
        refuseStale(row, notes.version)
        const before = submissionRecord(row, [], true)
        const changed = NOTED.filter(
          (name) => notes[name] !== undefined && JSON.stringify(notes[name]) !== JSON.stringify(before[name]),
        )
        if (changed.length === 0) return reread(write, id)
        const { checklist, reviewNotes = row.reviewNotes, vendorNotes = row.vendorNotes } = notes
        await updateSubmission(write.tx, id, {
          ...{ reviewNotes, vendorNotes, updatedAt: timestamp(clock), version: row.version + 1 },
          ...(checklist ? { checklistJson: JSON.stringify([...new Set(checklist)]) } : {}),
        })
        write.touch(SUBMISSIONS_NAME)
        const detail = changed.map((name) => NOTE_NAMES[name]).join('、')
        await audit.record(write, { actor, action: 'submission.notes', target: row.productName, detail })
        return reread(write, id)
      }),

    /** Deletes a submission and its files; a product that it became stays. Throws `notFound`. */
    async remove(id: string, actor: Actor): Promise<void> {
      const keys = await database.write(async (write) => {
        await write.hold(SUBMISSIONS_NAME)
        const row = await found(write, id)
        const forgotten = await attachments.forget(write, id)
        await deleteSubmission(write.tx, row)
        write.touch(SUBMISSIONS_NAME)
        await audit.record(write, { actor, action: 'submission.remove', target: row.productName })
        return forgotten
      })
      await attachments.erase(keys)
    },
  }
}

/** Throws `staleRevision` where somebody has changed the submission since the version that a change was made on. */
function refuseStale(row: SubmissionRow, version: number | undefined): void {
  if (version !== undefined && version !== row.version) throw new AppError('staleRevision', SAY.stale)
}
