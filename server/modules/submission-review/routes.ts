/** Routes by which the back office reads and reviews submissions. */
import { submissionReviewCalls } from '#contracts/submission-review/calls.ts'
import { SUBMISSION_REVIEW_MESSAGES } from '#contracts/submissions/messages.ts'
import { sendPrivate } from '#server/modules/files/service.ts'
import type { SubmissionService } from '#server/modules/submissions/service.ts'
import { defineRoute, withMessage } from '#server/platform/http/calls/define-route.ts'
import { download } from '#server/platform/http/replies/download.ts'
import type { SubmissionReviewService } from './service.ts'

const WITHDRAWN_MESSAGES = {
  none: SUBMISSION_REVIEW_MESSAGES.withdrawn,
  unsent: SUBMISSION_REVIEW_MESSAGES.withdrawnWithMail,
  sent: SUBMISSION_REVIEW_MESSAGES.withdrawnAfterMail,
} as const

export const submissionReviewRoutes = (
  submissionReview: SubmissionReviewService,
  { recycleBin }: Pick<SubmissionService, 'recycleBin'>,
) => [
  defineRoute(submissionReviewCalls.listNewest, ({ query, user }) => submissionReview.listNewest(query, user)),
  defineRoute(submissionReviewCalls.list, ({ query, user }) => submissionReview.list(query, user)),
  defineRoute(submissionReviewCalls.export, async ({ query, actor }) =>
    download(await submissionReview.export(query, actor)),
  ),
  defineRoute(submissionReviewCalls.listDeleted, ({ query }) => recycleBin.list(query.page)),
  defineRoute(submissionReviewCalls.purge, ({ params, actor }) => recycleBin.purge(params.id, actor)),
  defineRoute(submissionReviewCalls.restore, ({ params, actor }) => submissionReview.restore(params.id, actor)),
  defineRoute(submissionReviewCalls.get, ({ params, user }) => submissionReview.get(params.id, user)),
  defineRoute(submissionReviewCalls.remove, ({ params, actor }) => submissionReview.remove(params.id, actor)),
  defineRoute(submissionReviewCalls.downloadFile, async ({ params }) =>
    sendPrivate(await submissionReview.getFile(params.id, params.fileId)),
  ),
  defineRoute(submissionReviewCalls.getApprovalInfo, ({ params }) => submissionReview.getApprovalInfo(params.id)),
  defineRoute(submissionReviewCalls.decide, async ({ params, body, actor }) => {
    const record = await submissionReview.decide(params.id, body, actor)
    return withMessage(SUBMISSION_REVIEW_MESSAGES[record.isProductUpdated ? 'updated' : body.status], record)
  }),
  defineRoute(submissionReviewCalls.withdraw, async ({ params, body, actor }) => {
    const { record, mail } = await submissionReview.withdraw(params.id, body, actor)
    return withMessage(WITHDRAWN_MESSAGES[mail], record)
  }),
  defineRoute(submissionReviewCalls.saveNotes, ({ params, body, actor }) =>
    submissionReview.saveNotes(params.id, body, actor),
  ),
]
