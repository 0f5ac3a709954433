/** Routes by which the back office reads and reviews submissions. */
import { submissionReviewCalls } from '#contracts/submission-review/calls.ts'
import { SUBMISSION_REVIEW_MESSAGES } from '#contracts/submissions/messages.ts'
import { sendPrivate } from '#server/modules/files/service.ts'
import type { SubmissionService } from '#server/modules/submissions/service.ts'
import { handle, withMessage } from '#server/platform/http/calls/handle.ts'
import { download } from '#server/platform/http/replies/download.ts'
import type { SubmissionReviewService } from './service.ts'

const WITHDRAWN_MESSAGES = {
  none: SUBMISSION_REVIEW_MESSAGES.withdrawn,
  unsent: SUBMISSION_REVIEW_MESSAGES.withdrawnWithMail,
  sent: SUBMISSION_REVIEW_MESSAGES.withdrawnAfterMail,
} as const

export const submissionReviewRoutes = (
  review: SubmissionReviewService,
  { recycleBin }: Pick<SubmissionService, 'recycleBin'>,
) => [
  handle(submissionReviewCalls.listNewest, ({ query, user }) => review.listNewest(query, user)),
  handle(submissionReviewCalls.list, ({ query, user }) => review.list(query, user)),
  handle(submissionReviewCalls.export, async ({ query, actor }) => download(await review.export(query, actor))),
  handle(submissionReviewCalls.listDeleted, ({ query }) => recycleBin.list(query.page)),
  handle(submissionReviewCalls.purge, ({ params, actor }) => recycleBin.purge(params.id, actor)),
  handle(submissionReviewCalls.restore, ({ params, actor }) => review.restore(params.id, actor)),
  handle(submissionReviewCalls.get, ({ params, user }) => review.get(params.id, user)),
  handle(submissionReviewCalls.remove, ({ params, actor }) => review.remove(params.id, actor)),
  handle(submissionReviewCalls.downloadFile, async ({ params }) =>
    sendPrivate(await review.findFile(params.id, params.fileId)),
  ),
  handle(submissionReviewCalls.getApprovalInfo, ({ params }) => review.getApprovalInfo(params.id)),
  handle(submissionReviewCalls.review, async ({ params, body, actor }) =>
    withMessage(SUBMISSION_REVIEW_MESSAGES[body.status], await review.decide(params.id, body, actor)),
  ),
  handle(submissionReviewCalls.withdraw, async ({ params, body, actor }) => {
    const { record, mail } = await review.withdraw(params.id, body, actor)
    return withMessage(WITHDRAWN_MESSAGES[mail], record)
  }),
  handle(submissionReviewCalls.saveNotes, ({ params, body, actor }) => review.saveNotes(params.id, body, actor)),
]
