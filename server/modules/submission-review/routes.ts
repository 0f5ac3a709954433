/** Submissions as the back office reads and reviews them. */
import { submissionReviewCalls } from '#contracts/submission-review/calls.ts'
import { SUBMISSION_REVIEW_MESSAGES } from '#contracts/submissions/messages.ts'
import { sendPrivate } from '#server/modules/files/service.ts'
import type { SubmissionService } from '#server/modules/submissions/service.ts'
import { answer, withMessage } from '#server/platform/http/calls/answer.ts'
import { download } from '#server/platform/http/replies/download.ts'
import type { SubmissionReviewService } from './service.ts'

const WITHDRAWN_MESSAGES = {
  none: SUBMISSION_REVIEW_MESSAGES.withdrawn,
  unsent: SUBMISSION_REVIEW_MESSAGES.withdrawnWithMail,
  sent: SUBMISSION_REVIEW_MESSAGES.withdrawnAfterMail,
} as const

export const submissionReviewRoutes = (review: SubmissionReviewService, { bin }: Pick<SubmissionService, 'bin'>) => [
  answer(submissionReviewCalls.listNewest, ({ query, user }) => review.listNewest(query, user)),
  answer(submissionReviewCalls.list, ({ query, user }) => review.list(query, user)),
  answer(submissionReviewCalls.export, async ({ query, actor }) => download(await review.export(query, actor))),
  answer(submissionReviewCalls.listDeleted, ({ query }) => bin.list(query.page)),
  answer(submissionReviewCalls.purge, ({ params, actor }) => bin.purge(params.id, actor)),
  answer(submissionReviewCalls.restore, ({ params, actor }) => review.restore(params.id, actor)),
  answer(submissionReviewCalls.get, ({ params, user }) => review.get(params.id, user)),
  answer(submissionReviewCalls.remove, ({ params, actor }) => review.remove(params.id, actor)),
  answer(submissionReviewCalls.downloadFile, async ({ params }) =>
    sendPrivate(await review.findFile(params.id, params.fileId)),
  ),
  answer(submissionReviewCalls.getApproval, ({ params }) => review.getApproval(params.id)),
  answer(submissionReviewCalls.review, async ({ params, body, actor }) =>
    withMessage(SUBMISSION_REVIEW_MESSAGES[body.status], await review.decide(params.id, body, actor)),
  ),
  answer(submissionReviewCalls.withdraw, async ({ params, body, actor }) => {
    const { record, mail } = await review.withdraw(params.id, body, actor)
    return withMessage(WITHDRAWN_MESSAGES[mail], record)
  }),
  answer(submissionReviewCalls.saveNotes, ({ params, body, actor }) => review.saveNotes(params.id, body, actor)),
]
