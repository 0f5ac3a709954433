import { reviewMessageCalls } from '#contracts/submission-messages/calls.ts'
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

/** Back-office routes for reviewing submissions, and for their recycle bin. */
export const submissionReviewRoutes = (
  submissionReview: SubmissionReviewService,
  { recycleBin, conversations }: Pick<SubmissionService, 'recycleBin' | 'conversations'>,
) => [
  defineRoute(submissionReviewCalls.listNewest, ({ query, user }) => submissionReview.listNewest(query, user)),
  defineRoute(submissionReviewCalls.list, ({ query, user }) => submissionReview.list(query, user)),
  defineRoute(submissionReviewCalls.export, async ({ query, user }) =>
    download(await submissionReview.export(query, user)),
  ),
  defineRoute(submissionReviewCalls.listDeleted, ({ query }) => recycleBin.list(query.page)),
  defineRoute(submissionReviewCalls.purge, ({ params, user }) => recycleBin.purge(params.id, user)),
  defineRoute(submissionReviewCalls.restore, ({ params, user }) => submissionReview.restore(params.id, user)),
  defineRoute(submissionReviewCalls.get, ({ params }) => submissionReview.get(params.id)),
  defineRoute(submissionReviewCalls.getAuthorship, ({ params }) => submissionReview.getAuthorship(params.id)),
  defineRoute(submissionReviewCalls.listCorrections, ({ params }) => submissionReview.listCorrections(params.id)),
  defineRoute(reviewMessageCalls.list, ({ params }) => conversations.list(params.id)),
  defineRoute(reviewMessageCalls.send, ({ params, body, user }) => conversations.send(params.id, body.text, user)),
  defineRoute(reviewMessageCalls.markRead, ({ params }) => conversations.markRead(params.id)),
  defineRoute(submissionReviewCalls.remove, ({ params, user }) => submissionReview.remove(params.id, user)),
  defineRoute(submissionReviewCalls.downloadFile, async ({ params }) =>
    sendPrivate(await submissionReview.getFile(params.id, params.fileId)),
  ),
  defineRoute(submissionReviewCalls.getApprovalInfo, ({ params }) => submissionReview.getApprovalInfo(params.id)),
  defineRoute(
    submissionReviewCalls.decide,
    ({ params, body, user }) => submissionReview.review(params.id, body, user),
    {
      present: (record, { body }) =>
        withMessage(SUBMISSION_REVIEW_MESSAGES[record.isProductUpdated ? 'updated' : body.status], record),
    },
  ),
  defineRoute(submissionReviewCalls.decideMany, ({ body, user }) => submissionReview.decideMany(body, user)),
  defineRoute(submissionReviewCalls.withdraw, async ({ params, body, user }) => {
    const { record, mail } = await submissionReview.withdraw(params.id, body, user)
    return withMessage(WITHDRAWN_MESSAGES[mail], record)
  }),
  defineRoute(submissionReviewCalls.saveNotes, ({ params, body, user }) =>
    submissionReview.saveNotes(params.id, body, user),
  ),
]
