import { colleagueCalls } from '#contracts/colleagues/calls.ts'
import { COLLEAGUE_MESSAGES as MESSAGES } from '#contracts/colleagues/messages.ts'
import { defineRoute, withMessage } from '#server/platform/http/calls/define-route.ts'
import type { ColleagueService } from './service.ts'

/** Routes of those who share a project, a shortlist or an inquiry. */
export const colleagueRoutes = (colleagues: ColleagueService) => [
  defineRoute(colleagueCalls.listSuccessions, ({ user }) => colleagues.listSuccessions(user.id)),
  defineRoute(colleagueCalls.list, ({ params, user }) => colleagues.list(params, user.id)),
  defineRoute(colleagueCalls.invite, ({ params, body, user }) => colleagues.invite(params, body, user)),
  defineRoute(colleagueCalls.remove, async ({ params, user }) => {
    const { hasLeft } = await colleagues.remove(params, params.colleague, user)
    return withMessage(hasLeft ? MESSAGES.left : MESSAGES.removed, null)
  }),
  defineRoute(colleagueCalls.offerHandover, ({ params, user }) =>
    colleagues.offerHandover(params, params.colleague, user),
  ),
  defineRoute(colleagueCalls.withdrawHandover, ({ params, user }) =>
    colleagues.withdrawHandover(params, params.colleague, user),
  ),
  defineRoute(colleagueCalls.answerHandover, async ({ params, body, user }) => {
    const answered = await colleagues.answerHandover(params, body.isAccepted, user)
    return withMessage(body.isAccepted ? MESSAGES.accepted : MESSAGES.declined, answered)
  }),
]
