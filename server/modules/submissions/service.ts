import { randomUUID } from 'node:crypto'
import { MESSAGES } from '#contracts/messages.ts'
import { submissionCategoryOf } from '#contracts/rules/submission-category.ts'
import type {
  SubmissionInput,
  SubmissionReceipt,
  SubmissionState,
  SubmissionStatusQuery,
} from '#contracts/submission.ts'
import { notFound } from '#server/platform/app-error.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Write } from '#server/platform/database/database.ts'
import { canonicalReceipt, createReceipt } from './receipt.ts'
import { findSubmissionByReceipt, insertSubmission } from './store.ts'
import { submissionState } from './view.ts'

/** The change feed's name for the submissions. */
export const SUBMISSIONS_NAME = 'submissions'

export type SubmissionService = ReturnType<typeof createSubmissionService>

/** Products that vendors hand in to be reviewed. */
export function createSubmissionService({ database, clock }: { database: Database; clock: Clock }) {
  /** Keeps a submission as pending, inside the caller's transaction. */
  async function create({ tx, touch }: Write, input: SubmissionInput): Promise<SubmissionReceipt> {
    const { agreeToTerms: _, ...fields } = input
    const now = clock.now()
    const createdAt = now.toISOString()
    const receipt = createReceipt(now)
    await insertSubmission(tx, {
      ...fields,
      ...{ id: randomUUID(), receipt, category: submissionCategoryOf(input), status: 'pending' },
      ...{ reviewNotes: '', vendorNotes: '', reviewedAt: null, reviewedBy: null, productId: null },
      ...{ createdAt, updatedAt: createdAt },
    })
    touch(SUBMISSIONS_NAME)
    return { receipt, createdAt }
  }

  return {
    create,

    /** Takes what a vendor hands in; gives the receipt with which they can look its state up. */
    submit: (input: SubmissionInput): Promise<SubmissionReceipt> => database.write((write) => create(write, input)),

    /**
     * The state of a submission, for whoever knows both its receipt and its contact address, in any letter case.
     * Throws `notFound`, the same whether the receipt exists or not, so that receipts can't be tried out.
     */
    async findState({ receipt, contactEmail }: SubmissionStatusQuery): Promise<SubmissionState> {
      const row = await findSubmissionByReceipt(database.read, canonicalReceipt(receipt))
      if (row?.contactEmail.toLowerCase() !== contactEmail.toLowerCase()) throw notFound(MESSAGES.submissionNotFound)
      return submissionState(row)
    },
  }
}
