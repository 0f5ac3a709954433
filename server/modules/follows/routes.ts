import { followCalls } from '#contracts/follows/calls.ts'
import { defineRoute } from '#server/platform/http/calls/define-route.ts'
import type { FollowService } from './service.ts'

/** Routes for every signed-in user, about what they follow. */
export const followRoutes = (follows: FollowService) => [
  defineRoute(followCalls.list, ({ user }) => follows.list(user)),
  defineRoute(followCalls.listTargets, ({ user }) => follows.listTargets(user)),
  defineRoute(followCalls.follow, ({ body, user }) => follows.follow(body, user)),
  defineRoute(followCalls.remove, ({ params, user }) => follows.remove(params.id, user)),
  defineRoute(followCalls.markSeen, ({ body, user }) => follows.markSeen(body.until, user)),
  defineRoute(followCalls.changeFrequency, ({ body, user }) => follows.changeFrequency(body.frequency, user)),
]
