import { commentCalls } from '#contracts/comments/calls.ts'
import { COMMENT_MESSAGES as MESSAGES } from '#contracts/comments/messages.ts'
import { defineRoute, withMessage } from '#server/platform/http/calls/define-route.ts'
import type { CommentService } from './service.ts'

/** Routes for the comments of the staff. */
export const commentRoutes = (comments: CommentService) => [
  defineRoute(commentCalls.list, ({ query, user }) => comments.list(query, user)),
  defineRoute(commentCalls.listMentionable, ({ query, user }) => comments.listMentionable(query, user)),
  defineRoute(commentCalls.create, ({ body, user }) => comments.create(body, user)),
  defineRoute(commentCalls.update, ({ params, body, user }) => comments.update(params.id, body, user)),
  defineRoute(commentCalls.remove, ({ params, user }) => comments.remove(params.id, user)),
  defineRoute(commentCalls.setResolution, async ({ params, body, user }) =>
    withMessage(
      body.isResolved ? MESSAGES.resolved : MESSAGES.reopened,
      await comments.setResolution(params.id, body.isResolved, user),
    ),
  ),
]
