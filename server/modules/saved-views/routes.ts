import { savedViewCalls } from '#contracts/saved-views/calls.ts'
import { defineRoute } from '#server/platform/http/calls/define-route.ts'
import type { SavedViewService } from './service.ts'

/** Routes for the staff's views of back-office lists. */
export const savedViewRoutes = (views: SavedViewService) => [
  defineRoute(savedViewCalls.list, ({ query, user }) => views.list(query.list, user)),
  defineRoute(savedViewCalls.create, ({ body, user }) => views.create(body, user)),
  defineRoute(savedViewCalls.change, ({ params, body, user }) => views.change(params.id, body, user)),
  defineRoute(savedViewCalls.remove, ({ params, user }) => views.remove(params.id, user)),
]
