import type { CallReply } from '#contracts/call.ts'
import { factCalls } from '#contracts/facts/calls.ts'
import { reviewMessageCalls } from '#contracts/submission-messages/calls.ts'
import { submissionReviewCalls } from '#contracts/submission-review/calls.ts'
import type {
  BulkSubmissionDecision,
  DecisionWithdrawal,
  SubmissionDecision,
  SubmissionNotes,
  SubmissionReview,
} from '#contracts/submission-review/submission-review.ts'
import { SUBMISSION_REVIEW_MESSAGES as MESSAGES } from '#contracts/submissions/messages.ts'
import { isCallError } from '../../../shared/call-error.ts'
import { dataOf, keyOf } from '../../../shared/call-query.ts'
import { fetchFile } from '../../../shared/download.ts'
import { isUnanswered } from '../../../shared/unanswered-call.ts'
import { callAdmin, callOnce, retryAfterSignIn } from '../../calls/call.ts'
import { download } from '../../calls/download.ts'
import { queryOf } from '../../calls/query-of.ts'

export const SUBMISSION_LISTS = [submissionReviewCalls.list, submissionReviewCalls.listDeleted]
/** The calls whose replies change with a submission; its files never do. */
export const SUBMISSION_READS = [
  ...SUBMISSION_LISTS,
  submissionReviewCalls.get,
  submissionReviewCalls.listCorrections,
  submissionReviewCalls.getApprovalInfo,
]

export const submissionQuery = (id: string) => queryOf(submissionReviewCalls.get, { params: { id } })

/** Returns the query for what a submission's approval depends on. */
export const approvalQuery = (id: string) => dataOf(queryOf(submissionReviewCalls.getApprovalInfo, { params: { id } }))

/** Returns the query for what the vendor has changed in each correction. */
export const correctionsQuery = (id: string) =>
  dataOf(queryOf(submissionReviewCalls.listCorrections, { params: { id } }))

/** The attributes that the submission form asks for. */
export const askedAttributesQuery = dataOf(queryOf(factCalls.listAttributes, { query: { catalogue: 'agent' } }))

/** Returns the query for the messages between the vendor and the reviewers. */
export const conversationQuery = (id: string) => dataOf(queryOf(reviewMessageCalls.list, { params: { id } }))

/** Returns the placeholder of the search; only users who may read contacts can search them. */
export const getSubmissionSearchHint = (canReadContacts: boolean): string =>
  canReadContacts ? '产品、公司、回执号、联系人、电话、邮箱' : '产品、公司、回执号'

export type SubmissionPage = CallReply<typeof submissionReviewCalls.list>

export const getSubmission = (id: string) => callAdmin(submissionReviewCalls.get, { params: { id } })

export const loadAuthorship = async (id: string) =>
  (await callAdmin(submissionReviewCalls.getAuthorship, { params: { id } })).data

/** The notes to save with a decision, and their base version. */
export type DecisionNotes = Pick<SubmissionDecision, 'version' | 'reviewNotes' | 'vendorNotes'>

export const reviewSubmission = (id: string, body: SubmissionReview) =>
  callAdmin(submissionReviewCalls.decide, { params: { id }, body })

export const decideSubmissions = (body: BulkSubmissionDecision) => callAdmin(submissionReviewCalls.decideMany, { body })

/** Returns whether a decision failed because someone else reviewed first; other failures can be retried. */
const isReviewedByOthers = (error: unknown): boolean => isCallError(error) && [404, 409, 412].includes(error.status)

/**
 * Returns whether a failed decision is not to be retried: someone else reviewed first, or its reply was lost after it had
 * taken effect.
 */
export async function isAlreadyReviewed(id: string, error: unknown): Promise<boolean> {
  if (isReviewedByOthers(error)) return true
  if (!isUnanswered(error)) return false
  return getSubmission(id).then(
    ({ data }) => data.status !== 'pending',
    () => false,
  )
}

export const withdrawDecision = (id: string, body: DecisionWithdrawal) =>
  callAdmin(submissionReviewCalls.withdraw, { params: { id }, body })

export const updateSubmissionNotes = (id: string, body: SubmissionNotes) =>
  callAdmin(submissionReviewCalls.saveNotes, { params: { id }, body })

export const removeSubmission = (id: string) =>
  callOnce(submissionReviewCalls.remove, { params: { id } }, MESSAGES.removed)

export const restoreSubmission = (id: string) =>
  callOnce(submissionReviewCalls.restore, { params: { id } }, MESSAGES.restored)

export const purgeSubmission = (id: string) =>
  callOnce(submissionReviewCalls.purge, { params: { id } }, MESSAGES.purged)

export const downloadSubmissionFile = (id: string, fileId: string) =>
  download(submissionReviewCalls.downloadFile, { params: { id, fileId } })

/** Returns the query for a file that is displayed in the page. */
export const submissionFileQuery = (id: string, fileId: string) => ({
  queryKey: keyOf(submissionReviewCalls.downloadFile, { params: { id, fileId } }),
  async queryFn({ signal }: { signal: AbortSignal }): Promise<Blob> {
    const input = { params: { id, fileId }, signal }
    const reply = await retryAfterSignIn(() => fetchFile(submissionReviewCalls.downloadFile, input))
    return reply.blob()
  },
  staleTime: Number.POSITIVE_INFINITY,
})
