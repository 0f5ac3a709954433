import { userCalls } from '#contracts/users/calls.ts'
import { USER_MESSAGES } from '#contracts/users/messages.ts'
import type { UserStatus } from '#contracts/vocabulary.ts'
import { handle, withMessage } from '#server/platform/http/calls/handle.ts'
import type { UserService } from './service.ts'

const STATUS_MESSAGES: Record<UserStatus, string> = {
  active: USER_MESSAGES.enabled,
  pending: USER_MESSAGES.awaits,
  inactive: USER_MESSAGES.disabled,
}

export const userRoutes = (users: UserService) => [
  handle(userCalls.list, ({ query, user }) => users.list(query, user)),
  handle(userCalls.get, ({ params, user }) => users.get(params.id, user)),
  handle(userCalls.create, async ({ body, actor }) =>
    withMessage(body.invite ? USER_MESSAGES.invited : USER_MESSAGES.created, await users.create(actor, body)),
  ),
  handle(userCalls.update, ({ params, body, user }) => users.update(user, params.id, body)),
  handle(userCalls.setStatus, async ({ params, body: { status }, actor }) =>
    withMessage(STATUS_MESSAGES[status], await users.setStatus(actor, params.id, status)),
  ),
  handle(userCalls.setPassword, ({ params, body, actor }) => users.setPassword(actor, params.id, body.newPassword)),
  handle(userCalls.invite, ({ params, actor }) => users.invite(actor, params.id)),
  handle(userCalls.remove, ({ params, actor }) => users.remove(actor, params.id)),
]
