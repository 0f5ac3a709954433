import { ownQuestionCalls, productQuestionCalls, questionModerationCalls } from '#contracts/product-questions/calls.ts'
import { QUESTION_MESSAGES } from '#contracts/product-questions/messages.ts'
import { defineRoute, withMessage } from '#server/platform/http/calls/define-route.ts'
import type { ProductQuestionService } from './service.ts'

/** Routes for readers, members and vendors. */
export const productQuestionRoutes = (questions: ProductQuestionService) => [
  defineRoute(productQuestionCalls.list, ({ params: { catalogue, id: productIdOrName }, query }) =>
    questions.list({ catalogue, productIdOrName }, query.page),
  ),
  defineRoute(productQuestionCalls.ask, ({ params: { catalogue, id: productIdOrName }, body, user }) =>
    questions.ask({ catalogue, productIdOrName }, body.text, user),
  ),
  defineRoute(productQuestionCalls.answer, ({ params, body, user }) =>
    questions.answer(
      { catalogue: params.catalogue, productIdOrName: params.id, questionId: params.question },
      body.text,
      user,
    ),
  ),
  defineRoute(ownQuestionCalls.list, ({ user }) => questions.listOwn(user.id)),
  defineRoute(ownQuestionCalls.update, ({ params, body, user }) => questions.update(params.id, body, user)),
  defineRoute(ownQuestionCalls.remove, ({ params, user }) => questions.remove(params.id, user)),
]

/** Routes for moderators. */
export const questionModerationRoutes = ({ moderation }: ProductQuestionService) => [
  defineRoute(questionModerationCalls.list, ({ query, user }) => moderation.list(query, user)),
  defineRoute(questionModerationCalls.get, ({ params }) => moderation.get(params.id)),
  defineRoute(questionModerationCalls.decide, ({ params, body, user }) => moderation.decide(params.id, body, user), {
    present: (post, { body }) =>
      withMessage(body.status === 'published' ? QUESTION_MESSAGES.approved : QUESTION_MESSAGES.rejected, post),
  }),
  defineRoute(questionModerationCalls.decideMany, ({ body, user }) => moderation.decideMany(body, user)),
]
