import { memberReviewCalls, ownReviewCalls, reviewModerationCalls } from '#contracts/member-reviews/calls.ts'
import { MEMBER_REVIEW_MESSAGES } from '#contracts/member-reviews/messages.ts'
import { CATALOGUES } from '#contracts/vocabulary.ts'
import { sendPrivate } from '#server/modules/files/service.ts'
import { catalogueTopic } from '#server/modules/products/service.ts'
import { handle, withMessage } from '#server/platform/http/calls/handle.ts'
import { type MemberReviewService, reviewsTopic } from './service.ts'

/** Routes for readers, authors and vendors. */
export const memberReviewRoutes = (reviews: MemberReviewService) => [
  handle(memberReviewCalls.list, ({ params, query }) => reviews.list(params.catalogue, params.id, query), {
    dependsOn: ({ params: { catalogue } }) => [catalogueTopic(catalogue), reviewsTopic(catalogue)],
  }),
  handle(memberReviewCalls.create, ({ params, body, actor }) =>
    reviews.create(params.catalogue, params.id, body, actor),
  ),
  handle(memberReviewCalls.reviewerState, ({ params, user }) =>
    reviews.getReviewerState(params.catalogue, params.id, user.id),
  ),
  handle(memberReviewCalls.markHelpful, async ({ params, body, actor }) => ({
    helpful: await reviews.markHelpful(params, body.isHelpful, actor),
  })),
  handle(memberReviewCalls.reply, ({ params, body, actor }) => reviews.reply(params, body.text, actor)),
  handle(memberReviewCalls.statistics, () => reviews.getStatistics(), {
    dependsOn: CATALOGUES.flatMap((catalogue) => [catalogueTopic(catalogue), reviewsTopic(catalogue)]),
  }),
  handle(ownReviewCalls.list, ({ user }) => reviews.listOwn(user.id)),
  handle(ownReviewCalls.update, ({ params, body, actor }) => reviews.update(params.id, body, actor)),
  handle(ownReviewCalls.withdraw, ({ params, actor }) => reviews.withdraw(params.id, actor)),
  handle(ownReviewCalls.uploadProof, async ({ readFile, actor }) =>
    reviews.uploadProof(await readFile(await reviews.getProofLimit()), actor),
  ),
]

/** Routes for moderators. */
export const reviewModerationRoutes = ({ moderation }: MemberReviewService) => [
  handle(reviewModerationCalls.list, ({ query, user }) => moderation.list(query, user)),
  handle(reviewModerationCalls.get, ({ params, user }) => moderation.get(params.id, user)),
  handle(reviewModerationCalls.decide, async ({ params, body, actor }) => {
    const { approved, refused } = MEMBER_REVIEW_MESSAGES
    return withMessage(body.status === 'shown' ? approved : refused, await moderation.decide(params.id, body, actor))
  }),
  handle(reviewModerationCalls.downloadProof, async ({ params, actor }) =>
    sendPrivate(await moderation.openProof(params.id, actor)),
  ),
  handle(reviewModerationCalls.reply, ({ params, body, actor }) => moderation.reply(params.id, body.text, actor)),
  handle(reviewModerationCalls.removeReply, ({ params, actor }) => moderation.removeReply(params.id, actor)),
]
