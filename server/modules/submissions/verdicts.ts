import { createProductInput } from '#contracts/rules/product-of-submission.ts'
import type { SubmissionReview } from '#contracts/submission-review/submission-review.ts'
import type { AuditService } from '#server/modules/audit/service.ts'
import type { ProductService } from '#server/modules/products/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import { AppError } from '#server/platform/app-error.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Write } from '#server/platform/database/database.ts'
import type { SubmissionMails } from './mails.ts'
import { SUBMISSIONS_NAME, type SubmissionFields, type SubmissionRow, updateSubmission } from './store.ts'

type Dependencies = { clock: Clock; products: ProductService; audit: AuditService; mails: SubmissionMails }

const VERDICT_LABELS = { approved: '通过', rejected: '拒绝' } as const

/** Creates the verdicts on submissions, which run inside the caller's transaction with the submissions locked. */
export function createVerdicts({ clock, products, audit, mails }: Dependencies) {
  /** Changes a submission, which then is at its next version. */
  async function update(write: Write, row: SubmissionRow, fields: SubmissionFields): Promise<SubmissionRow> {
    const changed = { ...fields, updatedAt: timestamp(clock), version: row.version + 1 }
    write.touch(SUBMISSIONS_NAME)
    return updateSubmission(write.tx, row.id, changed)
  }

  /**
   * Approves or rejects a pending submission; an approval creates its product, so the caller locks the catalogue, too.
   * Throws `conflict` if the product's name is taken, before anything is written.
   */
  async function applyVerdict(
    write: Write,
    row: SubmissionRow,
    review: SubmissionReview,
    actor: Actor | null,
  ): Promise<SubmissionRow> {
    const { status, reviewNotes = row.reviewNotes, vendorNotes = row.vendorNotes } = review
    const isApproved = status === 'approved'
    const productId = isApproved ? await products.create(write, 'agent', createProductInput(row), actor) : null
    const settled = await update(write, row, {
      status,
      reviewNotes,
      vendorNotes,
      productId,
      reviewedAt: timestamp(clock),
      reviewedBy: actor?.id ?? null,
      reviewedByName: actor?.name ?? null,
    })
    const detail = actor ? VERDICT_LABELS[status] : `自动${VERDICT_LABELS[status]}`
    await audit.record(write, { actor, action: 'submission.review', target: row.productName, detail })
    await mails.notifyReviewed(write, settled)
    return settled
  }

  return {
    update,
    applyVerdict,

    /** Approves a new submission automatically. It stays pending if the product's name is taken. */
    async approveAutomatically(write: Write, row: SubmissionRow): Promise<void> {
      try {
        await applyVerdict(write, row, { status: 'approved' }, null)
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'conflict') throw error
      }
    },
  }
}
