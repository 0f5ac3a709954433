import { accountSecurityCalls } from '#contracts/identity/security-calls.ts'
import { userCalls } from '#contracts/users/calls.ts'
import { USER_MESSAGES } from '#contracts/users/messages.ts'
import type { UserStatus } from '#contracts/vocabulary.ts'
import { defineRoute, withMessage } from '#server/platform/http/calls/define-route.ts'
import { download } from '#server/platform/http/replies/download.ts'
import type { UserService } from './service.ts'

const STATUS_MESSAGES: Record<UserStatus, string> = {
  active: USER_MESSAGES.enabled,
  pending: USER_MESSAGES.markedPending,
  inactive: USER_MESSAGES.disabled,
}

/** Routes for administrators who manage accounts; the last two are for any user's own account. */
export const userRoutes = (users: UserService) => [
  defineRoute(userCalls.list, ({ query, user }) => users.list(query, user)),
  defineRoute(userCalls.get, ({ params }) => users.get(params.id)),
  defineRoute(userCalls.getAuthorship, ({ params }) => users.getAuthorship(params.id)),
  defineRoute(userCalls.create, ({ body, user }) => users.create(body, user), {
    present: (user, { body }) => withMessage(body.invite ? USER_MESSAGES.invited : USER_MESSAGES.created, user),
  }),
  defineRoute(userCalls.update, ({ params, body, user }) => users.update(params.id, body, user)),
  defineRoute(userCalls.setStatus, async ({ params, body: { status }, user }) =>
    withMessage(STATUS_MESSAGES[status], await users.setStatus(params.id, status, user)),
  ),
  defineRoute(userCalls.setPassword, ({ params, body, user }) => users.setPassword(params.id, body.newPassword, user)),
  defineRoute(userCalls.endSessions, async ({ params, user }) => {
    const ended = await users.endSessions(params.id, user)
    return withMessage(USER_MESSAGES.sessionsEnded(ended), { ended })
  }),
  defineRoute(userCalls.endAllSessions, async ({ user }) => {
    const ended = await users.endAllSessions(user)
    return withMessage(USER_MESSAGES.sessionsEnded(ended), { ended })
  }),
  defineRoute(userCalls.invite, ({ params, user }) => users.invite(params.id, user)),
  defineRoute(userCalls.remove, ({ params, user }) => users.remove(params.id, user)),
  defineRoute(accountSecurityCalls.closeAccount, ({ body, user }) => users.closeAccount(body, user)),
  defineRoute(accountSecurityCalls.exportData, async ({ body, user }) =>
    download(await users.exportOwnData(body, user)),
  ),
]
