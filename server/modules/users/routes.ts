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

export const userRoutes = (users: UserService) => [
  defineRoute(userCalls.list, ({ query, user }) => users.list(query, user)),
  defineRoute(userCalls.get, ({ params, user }) => users.get(params.id, user)),
  defineRoute(userCalls.create, async ({ body, actor }) =>
    withMessage(body.invite ? USER_MESSAGES.invited : USER_MESSAGES.created, await users.create(actor, body)),
  ),
  defineRoute(userCalls.update, ({ params, body, user }) => users.update(user, params.id, body)),
  defineRoute(userCalls.setStatus, async ({ params, body: { status }, actor }) =>
    withMessage(STATUS_MESSAGES[status], await users.setStatus(actor, params.id, status)),
  ),
  defineRoute(userCalls.setPassword, ({ params, body, actor }) =>
    users.setPassword(actor, params.id, body.newPassword),
  ),
  defineRoute(userCalls.invite, ({ params, actor }) => users.invite(actor, params.id)),
  defineRoute(userCalls.remove, ({ params, actor }) => users.remove(actor, params.id)),
  defineRoute(accountSecurityCalls.closeAccount, ({ body, user }) => users.closeAccount(user, body)),
  defineRoute(accountSecurityCalls.exportData, async ({ body, user }) =>
    download(await users.exportOwnData(user, body)),
  ),
]
