import { memberReviewCalls, ownReviewCalls, reviewModerationCalls } from '#contracts/member-reviews/calls.ts'
import { MEMBER_REVIEW_MESSAGES } from '#contracts/member-reviews/messages.ts'
import { CATALOGUES, type Catalogue } from '#contracts/vocabulary.ts'
import { sendPrivate } from '#server/modules/files/service.ts'
import { getCatalogueTopic } from '#server/modules/products/service.ts'
import { defineRoute, withMessage } from '#server/platform/http/calls/define-route.ts'
import type { ReviewReference } from './helpful-marks/service.ts'
import { getReviewsTopic, type MemberReviewService } from './service.ts'

/** Returns the review that a URL names: `id` is the product's id or name, `review` the review's id. */
const toReviewReference = (params: { catalogue: Catalogue; id: string; review: string }): ReviewReference => ({
  catalogue: params.catalogue,
  productIdOrName: params.id,
  reviewId: params.review,
})

/** Routes for readers, authors and vendors. */
export const memberReviewRoutes = (reviews: MemberReviewService) => [
  defineRoute(
    memberReviewCalls.list,
    ({ params: { catalogue, id: productIdOrName }, query }) => reviews.list(catalogue, productIdOrName, query),
    {
      invalidatedBy: ({ params: { catalogue } }) => [getCatalogueTopic(catalogue), getReviewsTopic(catalogue)],
    },
  ),
  defineRoute(memberReviewCalls.create, ({ params: { catalogue, id: productIdOrName }, body, user }) =>
    reviews.create({ catalogue, productIdOrName }, body, user),
  ),
  defineRoute(memberReviewCalls.getReviewerEligibility, ({ params: { catalogue, id: productIdOrName }, user }) =>
    reviews.getReviewerEligibility(catalogue, productIdOrName, user.id),
  ),
  defineRoute(memberReviewCalls.markHelpful, async ({ params, body, user }) => ({
    helpful: await reviews.markHelpful(toReviewReference(params), body.isHelpful, user),
  })),
  defineRoute(memberReviewCalls.reply, ({ params, body, user }) =>
    reviews.reply(toReviewReference(params), body.text, user),
  ),
  defineRoute(memberReviewCalls.getStatistics, () => reviews.getStatistics(), {
    invalidatedBy: CATALOGUES.flatMap((catalogue) => [getCatalogueTopic(catalogue), getReviewsTopic(catalogue)]),
  }),
  defineRoute(ownReviewCalls.list, ({ user }) => reviews.listOwn(user.id)),
  defineRoute(ownReviewCalls.update, ({ params, body, user }) => reviews.update(params.id, body, user)),
  defineRoute(ownReviewCalls.withdraw, ({ params, user }) => reviews.withdraw(params.id, user)),
  defineRoute(ownReviewCalls.uploadProof, async ({ readFile, user }) => {
    const limit = await reviews.getProofLimit()
    return reviews.uploadProof(await readFile(limit), user)
  }),
]

/** Routes for moderators. */
export const reviewModerationRoutes = ({ moderation }: MemberReviewService) => [
  defineRoute(reviewModerationCalls.list, ({ query, user }) => moderation.list(query, user)),
  defineRoute(reviewModerationCalls.get, ({ params }) => moderation.get(params.id)),
  defineRoute(reviewModerationCalls.decide, ({ params, body, user }) => moderation.decide(params.id, body, user), {
    present: (review, { body }) =>
      withMessage(
        body.status === 'published' ? MEMBER_REVIEW_MESSAGES.approved : MEMBER_REVIEW_MESSAGES.rejected,
        review,
      ),
  }),
  defineRoute(reviewModerationCalls.decideMany, ({ body, user }) => moderation.decideMany(body, user)),
  defineRoute(reviewModerationCalls.downloadProof, async ({ params, user }) =>
    sendPrivate(await moderation.openProof(params.id, user)),
  ),
  defineRoute(reviewModerationCalls.reply, ({ params, body, user }) => moderation.reply(params.id, body.text, user)),
  defineRoute(reviewModerationCalls.removeReply, ({ params, user }) => moderation.removeReply(params.id, user)),
]
