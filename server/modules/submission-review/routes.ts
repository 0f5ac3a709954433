/** Submissions as the back office reads and reviews them. */
import { submissionReviewCalls } from '#contracts/submission-review/calls.ts'
import { SUBMISSION_REVIEW_MESSAGES } from '#contracts/submissions/messages.ts'
import type { SubmissionService } from '#server/modules/submissions/service.ts'
import { answer, withMessage } from '#server/platform/http/calls/answer.ts'
import type { SubmissionReviewService } from './service.ts'

export const submissionReviewRoutes = (
  review: SubmissionReviewService,
  { attachments }: Pick<SubmissionService, 'attachments'>,
) => [
  answer(submissionReviewCalls.listNewest, ({ query, can }) => review.list(query, can('contacts:read'))),
  answer(submissionReviewCalls.list, ({ query, can }) => review.page(query, can('contacts:read'))),
  answer(submissionReviewCalls.get, ({ params, can }) => review.get(params.id, can('contacts:read'))),
  answer(submissionReviewCalls.remove, ({ params, actor }) => review.remove(params.id, actor)),
  answer(submissionReviewCalls.downloadFile, async ({ params }) => {
    const { headers, open } = await attachments.find(params.id, params.fileId)
    const { stream, size } = await open()
    return { headers: { ...headers, 'cache-control': 'private, no-store', 'content-length': size }, body: stream }
  }),
  answer(submissionReviewCalls.review, async ({ params, body, actor }) =>
    withMessage(SUBMISSION_REVIEW_MESSAGES[body.status], await review.review(params.id, body, actor)),
  ),
  answer(submissionReviewCalls.saveNotes, ({ params, body, actor }) => review.note(params.id, body, actor)),
]
