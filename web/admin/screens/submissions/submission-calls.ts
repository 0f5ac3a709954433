import type { CallReply } from '#contracts/call.ts'
import { submissionReviewCalls } from '#contracts/submission-review/calls.ts'
import type {
  BulkSubmissionDecision,
  DecisionWithdrawal,
  SubmissionDecision,
  SubmissionNotes,
} from '#contracts/submission-review/submission-review.ts'
import { SUBMISSION_REVIEW_MESSAGES as MESSAGES } from '#contracts/submissions/messages.ts'
import { isCallError } from '../../../shared/call-error.ts'
import { fetchFile } from '../../../shared/download.ts'
import { isUnanswered } from '../../../shared/unanswered-call.ts'
import { callAdmin, callOnce, retryAfterSignIn } from '../../calls/call.ts'
import { download } from '../../calls/download.ts'

/** The prefix of the query keys of the submission screens. */
export const SUBMISSIONS_KEY = 'submissions'
export const approvalKey = (id: string) => [SUBMISSIONS_KEY, 'approval', id]

/** Returns the placeholder of the search; only users who may read contacts can search them. */
export const getSubmissionSearchHint = (canReadContacts: boolean): string =>
  canReadContacts ? '产品、公司、回执号、联系人、电话、邮箱' : '产品、公司、回执号'

export type SubmissionPage = CallReply<typeof submissionReviewCalls.list>

export const listSubmissions = (query: string) => callAdmin(submissionReviewCalls.list, { query })

export const getSubmission = async (id: string) => (await callAdmin(submissionReviewCalls.get, { params: { id } })).data

export const loadAuthorship = async (id: string) =>
  (await callAdmin(submissionReviewCalls.getAuthorship, { params: { id } })).data

export const getApprovalInfo = async (id: string) =>
  (await callAdmin(submissionReviewCalls.getApprovalInfo, { params: { id } })).data

/** The notes to save with a decision, and their base version. */
export type DecisionNotes = Pick<SubmissionDecision, 'version' | 'reviewNotes' | 'vendorNotes'>

export const reviewSubmission = (id: string, body: SubmissionDecision) =>
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
    ({ status }) => status !== 'pending',
    () => false,
  )
}

export const withdrawDecision = (id: string, body: DecisionWithdrawal) =>
  callAdmin(submissionReviewCalls.withdraw, { params: { id }, body })

export const updateSubmissionNotes = (id: string, body: SubmissionNotes) =>
  callAdmin(submissionReviewCalls.saveNotes, { params: { id }, body })

export const removeSubmission = (id: string) =>
  callOnce(submissionReviewCalls.remove, { params: { id } }, MESSAGES.removed)

export const listDeletedSubmissions = (query: string) => callAdmin(submissionReviewCalls.listDeleted, { query })

export const restoreSubmission = (id: string) =>
  callOnce(submissionReviewCalls.restore, { params: { id } }, MESSAGES.restored)

export const purgeSubmission = (id: string) =>
  callOnce(submissionReviewCalls.purge, { params: { id } }, MESSAGES.purged)

export const downloadSubmissionFile = (id: string, fileId: string) =>
  download(submissionReviewCalls.downloadFile, { params: { id, fileId } })

export const submissionFileKey = (id: string, fileId: string) => [SUBMISSIONS_KEY, 'file', id, fileId]

/** Returns a file for display in the page. Throws a `CallError`. */
export const loadSubmissionFile = async (id: string, fileId: string, signal: AbortSignal): Promise<Blob> => {
  const input = { params: { id, fileId }, signal }
  const reply = await retryAfterSignIn(() => fetchFile(submissionReviewCalls.downloadFile, input))
  return reply.blob()
}
